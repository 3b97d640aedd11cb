import { FieldBox } from './field.tsx';
import { MoneyBox } from './money-box.tsx';
import { useTyped } from './use-typed.ts';

const DEBOUNCE_MS = 400;

type AmountBoxProps = {
  label: string;
  /** Decimal text; '' for none. */
  value: string;
  error?: string | undefined;
  /** Debounced; undefined if empty. */
  onChange: (decimal: string | undefined) => void;
};

export function AmountBox({ label, value, error, onChange }: AmountBoxProps) {
  const [typed, setTyped] = useTyped(value, onChange, DEBOUNCE_MS);
  return (
    <FieldBox label={label} {...(error !== undefined && { error })}>
      <MoneyBox value={typed} onValue={setTyped} />
    </FieldBox>
  );
}
