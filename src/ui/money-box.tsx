import { Input, InputGroup, type InputProps } from '@chakra-ui/react';
import type { Ref } from 'react';
import { decimalToDisplay, pastedToDecimal, typedToDecimal } from './decimal-text.ts';

type MoneyBoxProps = Omit<InputProps, 'defaultValue' | 'onChange' | 'onPaste' | 'ref'> & {
  /** Decimal text, or ''. */
  value: string;
  onValue: (decimal: string) => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Typed cents first: 1, 2, 3, 4 reads 0,01 … 12,34. */
export function MoneyBox({ value, onValue, inputRef, ...props }: MoneyBoxProps) {
  return (
    <InputGroup startElement="R$" startElementProps={{ color: 'fg.muted' }}>
      <Input
        inputMode="numeric"
        autoComplete="off"
        placeholder="0,00"
        {...props}
        className="num"
        ref={inputRef}
        value={decimalToDisplay(value)}
        onChange={(event) => onValue(typedToDecimal(event.target.value))}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text');
          // A picture is for the portal, which reads codes.
          if (text === '') return;
          event.preventDefault();
          const decimal = pastedToDecimal(text);
          if (decimal !== null) onValue(decimal);
        }}
      />
    </InputGroup>
  );
}
