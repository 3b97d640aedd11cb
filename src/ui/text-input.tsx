import {
  IconButton,
  Input,
  InputGroup,
  type InputProps,
  Textarea,
  type TextareaProps,
} from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useFieldName } from './form.tsx';

type ControlProps<Props> = Omit<Props, 'name' | 'value' | 'defaultValue'>;

/** A line of text, registered with the FormField around it. `upperCase` turns what is typed into capitals (UF). */
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

/** Several lines of text. */
export function TextArea(props: ControlProps<TextareaProps>) {
  const { register } = useFormContext();
  return <Textarea rows={4} {...props} {...register(useFieldName())} />;
}

/** A password that can be looked at; pasting is allowed. `autoComplete` says whether it is the current or a new one. */
export function PasswordInput(
  props: ControlProps<InputProps> & { autoComplete: 'current-password' | 'new-password' },
) {
  const { register } = useFormContext();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <InputGroup
      endElementProps={{ paddingInline: '1' }}
      endElement={
        <IconButton
          type="button"
          variant="ghost"
          size="sm"
          aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden />
        </IconButton>
      }
    >
      <Input
        {...props}
        {...register(useFieldName())}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
      />
    </InputGroup>
  );
}
