import type { InputProps } from '@chakra-ui/react';
import { useLayoutEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { decimalToDisplay } from './decimal-text.ts';
import { useFieldName } from './form.tsx';
import { MoneyBox } from './money-box.tsx';

type MoneyInputProps = Pick<InputProps, 'readOnly'>;

/** The form's value is decimal text (`"12.34"`), or `""`. */
export function MoneyInput(props: MoneyInputProps) {
  const { field } = useController({ name: useFieldName() });
  const input = useRef<HTMLInputElement | null>(null);
  const value = String(field.value ?? '');

  // Digits enter on the right, so the caret stays at the end.
  useLayoutEffect(() => {
    const end = decimalToDisplay(value).length;
    if (document.activeElement === input.current) input.current?.setSelectionRange(end, end);
  }, [value]);

  return (
    <MoneyBox
      {...props}
      name={field.name}
      inputRef={(element) => {
        input.current = element;
        field.ref(element);
      }}
      value={value}
      onValue={field.onChange}
      onBlur={field.onBlur}
    />
  );
}
