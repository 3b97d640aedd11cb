import { APP_CODE_DIGITS, AppCodeBox } from '../ui/app-code-box.tsx';
import { FieldBox } from '../ui/field.tsx';

type CodeBoxProps = { value: string; onChange: (digits: string) => void; error?: string };

export function CodeBox({ value, onChange, error }: CodeBoxProps) {
  return (
    <FieldBox label="Código do aplicativo" hint="6 dígitos; muda a cada 30 segundos." error={error}>
      <AppCodeBox value={value} onValue={onChange} />
    </FieldBox>
  );
}

export const isWhole = (code: string): boolean => code.length === APP_CODE_DIGITS;
