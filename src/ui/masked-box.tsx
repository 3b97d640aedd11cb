import { Input, type InputProps } from '@chakra-ui/react';
import { type ClipboardEvent, type Ref, useLayoutEffect, useRef } from 'react';
import { applyMask, caretAfterMask, type MaskName, maskLimit } from './mask.ts';

export type MaskedBoxProps = Omit<InputProps, 'defaultValue' | 'onChange' | 'onPaste' | 'ref'> & {
  mask: MaskName;
  value: string;
  onValue: (masked: string) => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Documents may have letters; the others use the numeric keypad. */
const WITH_LETTERS: readonly MaskName[] = ['cnpj', 'document'];

/** The caret keeps its place, and pasted text may contain punctuation or words. */
export function MaskedBox({ mask, value, onValue, inputRef, ...props }: MaskedBoxProps) {
  const caret = useRef<{ input: HTMLInputElement; place: number } | null>(null);

  useLayoutEffect(() => {
    const moved = caret.current;
    caret.current = null;
    if (moved && document.activeElement === moved.input)
      moved.input.setSelectionRange(moved.place, moved.place);
  });

  function take(input: HTMLInputElement, text: string, at: number) {
    const masked = applyMask(mask, text);
    caret.current = { input, place: caretAfterMask(masked, text, at) };
    onValue(masked);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    const { value: typed, selectionStart, selectionEnd } = event.currentTarget;
    const start = typed.slice(0, selectionStart ?? 0) + event.clipboardData.getData('text').trim();
    take(event.currentTarget, start + typed.slice(selectionEnd ?? typed.length), start.length);
  }

  return (
    <Input
      inputMode={WITH_LETTERS.includes(mask) ? 'text' : 'numeric'}
      autoCapitalize="characters"
      {...props}
      className="code"
      ref={inputRef}
      value={applyMask(mask, value)}
      maxLength={maskLimit(mask)}
      onChange={({ target }) => take(target, target.value, target.selectionStart ?? target.value.length)}
      onPaste={paste}
    />
  );
}
