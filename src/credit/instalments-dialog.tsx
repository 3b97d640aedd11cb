import { Box, Button, chakra, Flex, Text, VisuallyHidden } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { parseDecimal } from '#domain/money';
import { formatDay } from '../ui/date.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { FigureTable } from '../ui/figure-table.tsx';
import { Money } from '../ui/money.tsx';
import { saveFile } from '../ui/save-file.ts';
import type { Simulation } from './draft.ts';

type Row = Simulation['schedule'][number];

const COLUMNS = ['Nº', 'Vencimento', 'Parcela', 'Juros', 'Amortização', 'Saldo devedor'];

export function InstalmentsDialog({ simulation, onClose }: { simulation: Simulation; onClose: () => void }) {
  const rows = simulation.schedule;
  return (
    <DialogFrame
      title={rows.length === 1 ? 'A parcela' : `As ${rows.length} parcelas`}
      size="xl"
      onClose={onClose}
    >
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <Text color="fg.muted" maxWidth="52ch">
          Datas e valores se o crédito fosse liberado hoje. Depois da assinatura, as datas contam daquele dia.
        </Text>
        <Button variant="outline" onClick={() => saveFile(csvOf(rows))}>
          <Download size={18} aria-hidden />
          Baixar CSV
        </Button>
      </Flex>
      <SharesChart rows={rows} />
      <Box
        role="region"
        aria-label="Tabela de parcelas"
        tabIndex={0}
        overflow="auto"
        maxHeight="60vh"
        borderWidth="1px"
        borderColor="border.muted"
        borderRadius="control"
      >
        <FigureTable
          titles={COLUMNS}
          rows={rows.map(({ installmentNumber, dueDate, amount, interest, principal, balance }) => ({
            key: String(installmentNumber),
            cells: [
              installmentNumber,
              formatDay(dueDate),
              <Money key="amount" decimal={amount} fontWeight="600" exposed />,
              ...[interest, principal, balance].map((decimal, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three figures in a fixed order
                <Money key={place} decimal={decimal} exposed />
              )),
            ],
          }))}
          starts={2}
          head={{ fontWeight: '600', position: 'sticky', top: '0', bg: 'bg.panel' }}
          cell={{ padding: '2.5', whiteSpace: 'nowrap' }}
        />
      </Box>
    </DialogFrame>
  );
}

const WIDTH = 600;
const HEIGHT = 96;

/** One bar per instalment, interest above amortisation; the table below has the same figures. */
function SharesChart({ rows }: { rows: readonly Row[] }) {
  const parts = rows.map(({ amount, interest }) => ({
    amount: parseDecimal(amount) ?? 0,
    interest: parseDecimal(interest) ?? 0,
  }));
  const highest = Math.max(1, ...parts.map(({ amount }) => amount));
  const width = WIDTH / parts.length;
  const gap = parts.length > 60 ? 0 : Math.min(4, width / 4);
  return (
    <Box>
      <chakra.svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height="24"
        aria-hidden
      >
        {parts.map(({ amount, interest }, place) => {
          const full = (HEIGHT * amount) / highest;
          const top = (HEIGHT * interest) / highest;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars in a fixed order
            <g key={place}>
              <chakra.rect
                x={width * place}
                y={HEIGHT - full + top}
                width={width - gap}
                height={Math.max(0, full - top)}
                fill="chart.in"
              />
              <chakra.rect
                x={width * place}
                y={HEIGHT - full}
                width={width - gap}
                height={top}
                fill="chart.out"
              />
            </g>
          );
        })}
      </chakra.svg>
      <Flex gap="5" wrap="wrap" textStyle="sm" color="fg.muted" marginTop="2">
        <Key color="chart.out">Juros</Key>
        <Key color="chart.in">Amortização</Key>
        <VisuallyHidden>Os valores estão na tabela abaixo.</VisuallyHidden>
      </Flex>
    </Box>
  );
}

function Key({ color, children }: { color: string; children: string }) {
  return (
    <Flex align="center" gap="2">
      <Box boxSize="3" borderRadius="sm" bg={color} aria-hidden />
      {children}
    </Flex>
  );
}

/** Semicolons and decimal commas, as Brazilian spreadsheets expect. */
function csvOf(rows: readonly Row[]): File {
  const lines = rows.map(({ installmentNumber, dueDate, amount, interest, principal, balance }) =>
    [
      installmentNumber,
      formatDay(dueDate),
      ...[amount, interest, principal, balance].map((decimal) => decimal.replace('.', ',')),
    ].join(';'),
  );
  const text = ['\uFEFFNº;Vencimento;Parcela;Juros;Amortização;Saldo devedor', ...lines].join('\r\n');
  return new File([text], 'parcelas.csv', { type: 'text/csv;charset=utf-8' });
}
