import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** A text being typed: `onSettled` receives it after a pause; the text follows changes of the URL. */
export function useTyped(value: string, onSettled: (text: string | undefined) => void, pauseMs: number) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  // The URL changed elsewhere (back, a link, filters cleared).
  useEffect(() => {
    if (value !== asked.current) setTyped(value);
    asked.current = value;
  }, [value]);

  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      settle(wanted || undefined);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);

  return [typed, setTyped] as const;
}
