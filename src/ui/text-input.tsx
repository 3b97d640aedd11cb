import { Input, type InputProps } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { useFieldName } from './form.tsx';
import { PasswordBox, type PasswordBoxProps } from './password-box.tsx';

type ControlProps<Props> = Omit<Props, 'name' | 'value' | 'defaultValue' | 'onBlur'>;

/** `upperCase` converts to capitals (UF). */
export function TextInput({
  upperCase = false,
  ...props
}: ControlProps<InputProps> & { upperCase?: boolean }) {
  const { register } = useFormContext();
  const field = register(useFieldName());
  return (
    <Input
      {...props}
      {...field}
      onChange={(event) => {
        if (upperCase) event.target.value = event.target.value.toUpperCase();
        props.onChange?.(event);
        return field.onChange(event);
      }}
    />
  );
}

export function PasswordInput(props: ControlProps<PasswordBoxProps>) {
  const { register } = useFormContext();
  return <PasswordBox {...props} {...register(useFieldName())} />;
}
