import { Input, type InputProps } from '@chakra-ui/react';
import type { Ref } from 'react';
import { CONTRACT_CODE } from '#domain/limits';
import { codeCharacters } from './otp.ts';

type CodeInputProps = Omit<InputProps, 'value' | 'onChange' | 'ref'> & {
  value: string;
  onValue: (code: string) => void;
  inputRef: Ref<HTMLInputElement>;
};

/** Six characters in one input, so that paste, autofill and screen readers handle them whole. */
export function CodeInput({ value, onValue, inputRef, ...props }: CodeInputProps) {
  return (
    <Input
      ref={inputRef}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      placeholder={'·'.repeat(CONTRACT_CODE.length)}
      fontFamily="mono"
      textAlign="center"
      letterSpacing="0.4em"
      paddingInlineStart="0.4em"
      paddingInlineEnd="0"
      fontSize="2xl"
      height="14"
      {...props}
      value={value}
      onChange={({ target }) => onValue(codeCharacters(target.value))}
    />
  );
}
