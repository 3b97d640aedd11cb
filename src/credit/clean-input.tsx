import { TextInput } from '../ui/text-input.tsx';

const DROPPED = { digits: /\D/g, letters: /[^0-9A-Z]/g } as const;

type CleanInputProps = {
  /** digits: digits only · letters: capitals and digits */
  keep: keyof typeof DROPPED;
  /** Maximum length, counted without the dropped characters: a plate may be pasted with its dash. */
  limit: number;
  placeholder?: string;
};

export function CleanInput({ keep, limit, placeholder }: CleanInputProps) {
  return (
    <TextInput
      inputMode={keep === 'digits' ? 'numeric' : 'text'}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      className="num"
      placeholder={placeholder}
      onChange={({ target }) => {
        const clean = target.value.toUpperCase().replace(DROPPED[keep], '').slice(0, limit);
        if (clean !== target.value) target.value = clean;
      }}
    />
  );
}
