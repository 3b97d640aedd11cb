import { Input, InputGroup, type InputProps } from '@chakra-ui/react';
import { type ClipboardEvent, useLayoutEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { decimalToDisplay, pastedToDecimal, typedToDecimal } from './decimal-text.ts';
import { useFieldName } from './form.tsx';

type MoneyInputProps = Omit<InputProps, 'name' | 'value' | 'defaultValue' | 'onChange' | 'onPaste'>;

/** Typed cents first: 1, 2, 3, 4 reads 0,01 … 12,34. The form's value is decimal text (`"12.34"`), or `""`. */
export function MoneyInput(props: MoneyInputProps) {
  const { field } = useController({ name: useFieldName() });
  const input = useRef<HTMLInputElement | null>(null);
  const value = decimalToDisplay(String(field.value ?? ''));

  // Digits enter on the right, so the caret stays at the end.
  useLayoutEffect(() => {
    if (document.activeElement === input.current)
      input.current?.setSelectionRange(value.length, value.length);
  }, [value]);

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const decimal = pastedToDecimal(event.clipboardData.getData('text'));
    event.preventDefault();
    if (decimal !== null) field.onChange(decimal);
  }

  return (
    <InputGroup startElement="R$" startElementProps={{ color: 'fg.muted' }}>
      <Input
        inputMode="numeric"
        autoComplete="off"
        placeholder="0,00"
        {...props}
        className="num"
        name={field.name}
        ref={(element: HTMLInputElement | null) => {
          input.current = element;
          field.ref(element);
        }}
        value={value}
        onBlur={(event) => {
          field.onBlur();
          props.onBlur?.(event);
        }}
        onChange={(event) => field.onChange(typedToDecimal(event.target.value))}
        onPaste={paste}
      />
    </InputGroup>
  );
}
