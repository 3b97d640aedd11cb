import { Input, InputGroup } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { decimalToDisplay, pastedToDecimal, typedToDecimal } from './decimal-text.ts';
import { FieldBox } from './field.tsx';

const DEBOUNCE_MS = 400;

type AmountBoxProps = {
  label: string;
  /** Decimal text; '' for none. */
  value: string;
  error?: string | undefined;
  /** Debounced; undefined if empty. */
  onChange: (decimal: string | undefined) => void;
};

/** Typed cents first; follows changes of the address. */
export function AmountBox({ label, value, error, onChange }: AmountBoxProps) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  useEffect(() => {
    if (value !== asked.current) setTyped(value);
    asked.current = value;
  }, [value]);

  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (typed === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = typed;
      change(typed || undefined);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <FieldBox label={label} {...(error !== undefined && { error })}>
      <InputGroup startElement="R$" startElementProps={{ color: 'fg.muted' }}>
        <Input
          className="num"
          inputMode="numeric"
          autoComplete="off"
          placeholder="0,00"
          value={decimalToDisplay(typed)}
          onChange={(event) => setTyped(typedToDecimal(event.target.value))}
          onPaste={(event) => {
            const decimal = pastedToDecimal(event.clipboardData.getData('text'));
            event.preventDefault();
            if (decimal !== null) setTyped(decimal);
          }}
        />
      </InputGroup>
    </FieldBox>
  );
}
