import { Input } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

type AppCodeBoxProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: string;
  onValue: (digits: string) => void;
};

/** Of section 9; the domain's own constant would bring all its schemas to the login. */
export const APP_CODE_DIGITS = 6;

/** What was typed or pasted, digits only, at most six. */
export const appCodeDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, APP_CODE_DIGITS);

/** The six digits of an authenticator app in one box, so that paste, autofill and screen readers take them whole. */
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
