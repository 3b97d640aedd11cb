import { Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';

const INCLUDED = [
  ['Dashboard, Saldo total', 'corrente e poupança de todos os clientes, também as contas bloqueadas.'],
  ['Clientes, Saldo total', 'corrente e poupança de cada cliente, sem as contas bloqueadas.'],
  ['Contas, Saldo somado', 'as contas encontradas, também as de investimento e as bloqueadas.'],
  ['Ledger, Saldo', 'créditos menos débitos dos lançamentos encontrados, também os das contas externas.'],
  ['Conta externa', 'o dinheiro do PIX, que fica no provedor. Não entra em nenhum saldo, só no do Ledger.'],
] as const;

/** Says which accounts each total named 'Saldo' includes, as screens differ. `children` come first. */
export function WhatBalancesCount({ children }: { children?: ReactNode }) {
  return (
    <Disclosure title="O que entra em cada saldo">
      <Stack gap="2" maxWidth="75ch">
        {children}
        {INCLUDED.map(([where, what]) => (
          <Text key={where}>
            <strong>{where}:</strong> {what}
          </Text>
        ))}
      </Stack>
    </Disclosure>
  );
}
