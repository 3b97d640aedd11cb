import { Badge, chakra } from '@chakra-ui/react';
import { Facts } from '../ui/fact.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { ENVIRONMENTS, type Settings, uptimeInWords } from './settings.ts';

export function SystemCard({ system }: { system: Settings['system'] }) {
  return (
    <SectionCard title="Informações do sistema">
      <Facts
        of={{
          Versão: system.version,
          Commit:
            system.commit === null ? (
              'Não informado'
            ) : (
              <chakra.span fontFamily="mono">{system.commit.slice(0, 12)}</chakra.span>
            ),
          Ambiente: ENVIRONMENTS[system.environment],
          Plataforma: system.platform,
          Domínio: system.origin,
          'Escuta em': system.listensOn,
          'No ar há': uptimeInWords(system.uptimeSeconds),
        }}
      />
    </SectionCard>
  );
}

const PROVIDERS: Record<Settings['provider']['kind'], { label: string; palette: string; text: string }> = {
  simulator: {
    label: 'Simulador',
    palette: 'notice',
    text: 'Pix e subcontas passam por um simulador embutido: nenhum dinheiro real se move.',
  },
  sandbox: {
    label: 'Sandbox',
    palette: 'caution',
    text: 'Pix e subcontas passam pelo ambiente de testes do Asaas: nenhum dinheiro real se move.',
  },
  production: { label: 'Produção', palette: 'positive', text: 'Pix e subcontas passam pelo Asaas.' },
  other: {
    label: 'Outro endereço',
    palette: 'caution',
    text: 'Pix e subcontas passam por um endereço que não é do Asaas.',
  },
  none: {
    label: 'Não configurado',
    palette: 'caution',
    text: 'Sem ASAAS_URL não há Pix nem pagamento de boletos.',
  },
};

type LastCall = NonNullable<Settings['provider']['lastCall']>;
const OUTCOMES: Record<LastCall['outcome'], string> = {
  answered: 'respondida',
  refused: 'recusada',
  unreached: 'sem conexão',
  unknown: 'sem resposta',
};

export function ProviderCard({ provider }: { provider: Settings['provider'] }) {
  const { label, palette, text } = PROVIDERS[provider.kind];
  return (
    <SectionCard
      title="Provedor de pagamentos"
      description={text}
      aside={<Badge colorPalette={palette}>{label}</Badge>}
    >
      {(provider.address !== null || provider.lastCall !== null) && (
        <Facts
          of={{
            Endereço: provider.address !== null && provider.address,
            'Última chamada':
              provider.lastCall !== null &&
              `${OUTCOMES[provider.lastCall.outcome]} em ${provider.lastCall.durationMs} ms`,
          }}
        />
      )}
    </SectionCard>
  );
}
