import { Input, type InputProps } from '@chakra-ui/react';
import { type ClipboardEvent, useLayoutEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { useFieldName } from './form.tsx';
import { applyMask, caretAfterMask, type MaskName, maskLimit } from './mask.ts';

type MaskedInputProps = Omit<InputProps, 'name' | 'value' | 'defaultValue' | 'onChange' | 'onPaste'> & {
  mask: MaskName;
  /** Called with the masked text, e.g. to look something up once it is complete. */
  onValue?: (masked: string) => void;
};

/** Documents may have letters; the rest is typed on the number pad. */
const WITH_LETTERS: readonly MaskName[] = ['cnpj', 'document'];

/**
 * A field that puts what is typed or pasted into its mask. The form's value is the masked text. The caret stays where
 * the person edits, and a pasted text may bring punctuation or words of its own.
 */
export function MaskedInput({ mask, onValue, ...props }: MaskedInputProps) {
  const { field } = useController({ name: useFieldName() });
  const input = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | null>(null);
  const value = applyMask(mask, String(field.value ?? ''));

  useLayoutEffect(() => {
    const place = caret.current;
    if (place === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(place, place);
    caret.current = null;
  });

  function take(text: string, at: number) {
    const masked = applyMask(mask, text);
    caret.current = caretAfterMask(masked, text, at);
    field.onChange(masked);
    onValue?.(masked);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    const { value: typed, selectionStart, selectionEnd } = event.currentTarget;
    const start = typed.slice(0, selectionStart ?? 0) + event.clipboardData.getData('text').trim();
    take(start + typed.slice(selectionEnd ?? typed.length), start.length);
  }

  return (
    <Input
      inputMode={WITH_LETTERS.includes(mask) ? 'text' : 'numeric'}
      autoCapitalize="characters"
      {...props}
      className="num"
      name={field.name}
      ref={(element: HTMLInputElement | null) => {
        input.current = element;
        field.ref(element);
      }}
      value={value}
      maxLength={maskLimit(mask)}
      onBlur={(event) => {
        field.onBlur();
        props.onBlur?.(event);
      }}
      onChange={(event) => take(event.target.value, event.target.selectionStart ?? event.target.value.length)}
      onPaste={paste}
    />
  );
}
