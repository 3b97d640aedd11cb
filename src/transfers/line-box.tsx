import { Input, useFieldContext } from '@chakra-ui/react';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { BOLETO_LENGTHS } from '#domain/account/boleto';
import { boletoDigits, formatBoletoLine, lineDigits } from '#domain/account/boleto-line';
import { caretAfterMask } from '../ui/mask.ts';

type LineBoxProps = {
  digits: string;
  onDigits: (digits: string) => void;
  onPasted: (text: string) => void;
  box: RefObject<HTMLTextAreaElement | null>;
};

/** Shows the digits grouped as printed; on narrow screens in two lines, so that all are visible for comparison. */
export function LineBox({ digits, onDigits, onPasted, box }: LineBoxProps) {
  const field = useFieldContext();
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    const place = caret.current;
    caret.current = null;
    if (place !== null && document.activeElement === box.current)
      box.current?.setSelectionRange(place, place);
  });

  function take(text: string, at: number) {
    const next = lineDigits(text);
    caret.current = caretAfterMask(formatBoletoLine(next), text, at);
    onDigits(next);
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text');
    // A picture is read by the portal (src/shell/code-drop.tsx).
    if (pasted === '') return;
    event.preventDefault();
    if (boletoDigits(pasted).length >= BOLETO_LENGTHS.barcode) return onPasted(pasted);
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const start = value.slice(0, selectionStart) + pasted;
    take(start + value.slice(selectionEnd), start.length);
  }

  // Enter submits, as in a one-line input.
  function submit(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  return (
    <Input
      asChild
      height="auto"
      paddingBlock="2.5"
      lineHeight="1.6"
      fontFamily="mono"
      resize="none"
      // Grows with its content; browsers without support scroll.
      fieldSizing="content"
      width="full"
      minHeight={{ base: '7.5rem', md: '4.5rem' }}
      className="num"
    >
      <textarea
        {...field?.getTextareaProps()}
        ref={box}
        rows={2}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        placeholder="00000.00000 00000.000000 00000.000000 0 00000000000000"
        value={formatBoletoLine(digits)}
        onChange={({ target }) => take(target.value, target.selectionStart)}
        onPaste={paste}
        onKeyDown={submit}
      />
    </Input>
  );
}
