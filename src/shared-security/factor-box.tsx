import { Button, Input } from '@chakra-ui/react';
import { FieldBox } from '../ui/field.tsx';
import { CodeBox, isWhole } from './code-box.tsx';

export type Factor = { code: string; isBackup: boolean };

export const NO_FACTOR: Factor = { code: '', isBackup: false };

export const isFilled = ({ code, isBackup }: Factor): boolean =>
  isBackup ? code.trim() !== '' : isWhole(code);

type FactorBoxProps = { factor: Factor; onChange: (factor: Factor) => void; error: string | undefined };

export function FactorBox({ factor, onChange, error }: FactorBoxProps) {
  const { code, isBackup } = factor;
  const take = (next: string) => onChange({ code: next, isBackup });
  return (
    <>
      {isBackup ? (
        <FieldBox label="Código de backup" hint="Cada código funciona uma única vez." error={error}>
          <Input
            fontFamily="mono"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX-XXXX"
            value={code}
            onChange={(event) => take(event.target.value)}
          />
        </FieldBox>
      ) : (
        <CodeBox value={code} onChange={take} error={error} />
      )}
      <Button
        variant="plain"
        colorPalette="brand"
        color="brand.fg"
        textDecoration="underline"
        alignSelf="start"
        paddingInline="0"
        onClick={() => onChange({ code: '', isBackup: !isBackup })}
      >
        {isBackup ? 'Usar o código do aplicativo' : 'Usar um código de backup'}
      </Button>
    </>
  );
}
