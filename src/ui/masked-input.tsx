import { useController } from 'react-hook-form';
import { useFieldName } from './form.tsx';
import { MaskedBox, type MaskedBoxProps } from './masked-box.tsx';

type MaskedInputProps = Omit<MaskedBoxProps, 'name' | 'value' | 'onValue' | 'inputRef' | 'onBlur'> & {
  /** E.g. for a look-up once the text is complete. */
  onValue?: (masked: string) => void;
};

/** The form's value is the masked text. */
export function MaskedInput({ onValue, ...props }: MaskedInputProps) {
  const { field } = useController({ name: useFieldName() });
  return (
    <MaskedBox
      {...props}
      name={field.name}
      value={String(field.value ?? '')}
      inputRef={field.ref}
      onValue={(masked) => {
        field.onChange(masked);
        onValue?.(masked);
      }}
      onBlur={field.onBlur}
    />
  );
}
