import { Input } from '@chakra-ui/react';
import { TOTP } from '#domain/auth/two-factor';
import { FieldBox } from '../field.tsx';

type CodeBoxProps = { value: string; onChange: (digits: string) => void; error?: string };

/** The code of the authenticator app: digits only, six at most. */
export function CodeBox({ value, onChange, error }: CodeBoxProps) {
  return (
    <FieldBox
      label="Código do aplicativo"
      hint={`${TOTP.digits} dígitos; muda a cada ${TOTP.periodSeconds} segundos.`}
      error={error}
    >
      <Input
        className="num"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={TOTP.digits}
        placeholder="000000"
        fontSize="2xl"
        letterSpacing="0.3em"
        value={value}
        // A pasted code may bring a space in its middle, which would push its last digit beyond the limit.
        onPaste={(event) => {
          event.preventDefault();
          onChange(digitsOf(event.clipboardData.getData('text')));
        }}
        onChange={(event) => onChange(digitsOf(event.target.value))}
      />
    </FieldBox>
  );
}

/** Whether a code is whole, so that it may be sent. */
export const isWhole = (code: string): boolean => code.length === TOTP.digits;

const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, TOTP.digits);
