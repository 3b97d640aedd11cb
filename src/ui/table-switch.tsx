import { Button } from '@chakra-ui/react';
import { Table2 } from 'lucide-react';

type TableSwitchProps = { asTable: boolean; onSwitch: (asTable: boolean) => void };

export function TableSwitch({ asTable, onSwitch }: TableSwitchProps) {
  return (
    <Button
      size="sm"
      variant={asTable ? 'subtle' : 'ghost'}
      alignSelf="start"
      marginInlineStart={asTable ? undefined : '-3'}
      aria-pressed={asTable}
      onClick={() => onSwitch(!asTable)}
    >
      <Table2 aria-hidden />
      Ver como tabela
    </Button>
  );
}
