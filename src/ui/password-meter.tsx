import { chakra, Flex } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { type PasswordOwner, type PasswordScore, passwordScore } from '#domain/auth/password-strength';
import { PASSWORD_LENGTH } from '#domain/limits';
import { lengthText, STRENGTHS } from './password-words.ts';

/** Debounce, since scoring a password takes several milliseconds. */
const PAUSE_MS = 200;

/** Dictionaries load when typing begins; without them only the length counts, and the server decides. */
export function PasswordMeter({ password, owner = {} }: { password: string; owner?: PasswordOwner }) {
  const score = usePasswordScore(password, owner);
  const isLongEnough = password.length >= PASSWORD_LENGTH.min;
  const strength = isLongEnough && score !== null ? STRENGTHS[score] : null;
  const reached = strength === null || score === null ? 0 : Math.max(score, 1);
  return (
    <chakra.span display="block">
      {password !== '' && (
        <Flex as="span" gap="1" marginTop="1" marginBottom="1.5" aria-hidden>
          {[1, 2, 3, 4].map((place) => (
            <chakra.span
              key={place}
              flex="1"
              height="1.5"
              borderRadius="pill"
              colorPalette={strength?.palette}
              bg={place <= reached ? 'colorPalette.solid' : 'border'}
              transition="background-color 180ms"
            />
          ))}
        </Flex>
      )}
      <span aria-live="polite">{strength?.text ?? lengthText(password.length)}</span>
    </chakra.span>
  );
}

function usePasswordScore(password: string, owner: PasswordOwner): PasswordScore | null {
  const [judged, setJudged] = useState<{ password: string; score: PasswordScore } | null>(null);
  const words = JSON.stringify(owner);

  useEffect(() => {
    if (password === '') return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const score = await passwordScore(password, JSON.parse(words)).catch(() => null);
      if (isCurrent && score !== null) setJudged({ password, score });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, words]);

  // The last score stays until the next one is known, so that the bar does not flicker.
  return password === '' ? null : (judged?.score ?? null);
}
