import { Input } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

type AppCodeBoxProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: string;
  onValue: (digits: string) => void;
};

/** Not imported from the domain: the login would download its schemas too. */
export const APP_CODE_DIGITS = 6;

export const appCodeDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, APP_CODE_DIGITS);

/** One input, so that paste, autofill and screen readers handle the code whole. */
export function AppCodeBox({ value, onValue, ...props }: AppCodeBoxProps) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder={'0'.repeat(APP_CODE_DIGITS)}
      className="num"
      textAlign="center"
      letterSpacing="0.4em"
      fontSize="xl"
      {...props}
      value={value}
      onChange={({ target }) => onValue(appCodeDigits(target.value))}
    />
  );
}
