import { Button, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { Clock, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatCnpj, formatCpf } from '#domain/tax-id';
import { trpc } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { Facts } from '../ui/fact.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { TextLink } from '../ui/links.tsx';
import { LookBadge } from '../ui/look-badge.tsx';
import { applyMask } from '../ui/mask.ts';
import { Money } from '../ui/money.tsx';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { ConfirmedState } from './confirmed-state.tsx';
import type { Holder } from './profile-fields.ts';

const EditDialog = part('EditDialog', () => import('./edit-dialog.tsx'));

export function DataTab() {
  const me = trpc.auth.me.useQuery();
  const [editing, setEditing] = useState(false);
  return (
    <Fetched
      query={me}
      failure="Erro ao carregar perfil"
      skeleton={<RowsSkeleton rows={8} label="Carregando seus dados…" />}
    >
      {({ user }) => (
        <>
          <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6" alignItems="start">
            <PersonCard holder={user} />
            <ContactCard holder={user} onEdit={() => setEditing(true)} />
          </SimpleGrid>
          {editing && <EditDialog holder={user} onClose={() => setEditing(false)} />}
        </>
      )}
    </Fetched>
  );
}

function PersonCard({ holder }: { holder: Holder }) {
  const isCompany = holder.cnpj !== null;
  return (
    <SectionCard
      title={isCompany ? 'Dados da empresa' : 'Dados pessoais'}
      description={
        <>
          Para corrigir estes dados,{' '}
          <TextLink to="/atendimento" variant="underline">
            fale com o atendimento
          </TextLink>
          .
        </>
      }
    >
      <Facts
        of={{
          [isCompany ? 'Razão social' : 'Nome completo']: holder.fullName,
          CPF: holder.cpf !== null && formatCpf(holder.cpf),
          CNPJ: holder.cnpj !== null && formatCnpj(holder.cnpj),
          'RG/CNH': !isCompany && orMissing(holder.rg),
          [isCompany ? 'Data de abertura' : 'Data de nascimento']: orMissing(
            holder.birthDate && formatDay(holder.birthDate),
          ),
          [isCompany ? 'Ramo de atividade' : 'Profissão']: orMissing(holder.occupation),
          'Nome de usuário': holder.username,
          'Cliente desde': formatDay(holder.createdAt),
        }}
      />
    </SectionCard>
  );
}

function ContactCard({ holder, onEdit }: { holder: Holder; onEdit: () => void }) {
  return (
    <SectionCard
      title="Contato e renda"
      description="Mantenha atualizado: é por aqui que falamos com você."
      aside={
        <Button variant="outline" onClick={onEdit} aria-haspopup="dialog">
          <Pencil size={18} aria-hidden />
          Editar
        </Button>
      }
    >
      <Facts
        of={{
          'E-mail': (
            <Stack gap="1" align="flex-end">
              <span>{holder.email}</span>
              <ConfirmedState channel="email" value={holder.email} />
              {holder.pendingEmail !== null && (
                <>
                  <Text as="span" color="fg.muted" fontWeight="400">
                    {holder.pendingEmail}
                  </Text>
                  <LookBadge label="aguardando confirmação" palette="caution" icon={Clock} />
                </>
              )}
            </Stack>
          ),
          Telefone: (
            <Stack gap="1" align="flex-end">
              <span>{orMissing(holder.phone && applyMask('phone', holder.phone))}</span>
              {holder.phone !== null && (
                <ConfirmedState channel="phone" value={applyMask('phone', holder.phone)} />
              )}
            </Stack>
          ),
          Endereço: <Address holder={holder} />,
          [holder.cnpj === null ? 'Renda mensal' : 'Faturamento mensal']:
            holder.monthlyIncome === null ? orMissing(null) : <Money decimal={holder.monthlyIncome} />,
        }}
      />
      {holder.pendingEmail !== null && (
        <Text color="fg.muted" textStyle="sm">
          Enviamos um link para o novo e-mail: abra-o para confirmar. Até lá, vale o atual.
        </Text>
      )}
    </SectionCard>
  );
}

function Address({ holder }: { holder: Holder }) {
  if (holder.street === null) return orMissing(null);
  const lines = [
    [holder.street, holder.number].filter(Boolean).join(', '),
    holder.complement,
    holder.neighborhood,
    [holder.city, holder.state].filter(Boolean).join('/'),
    holder.zipCode && `CEP ${applyMask('cep', holder.zipCode)}`,
  ];
  return lines.filter(Boolean).map((line) => (
    <Text as="span" display="block" key={line}>
      {line}
    </Text>
  ));
}

function orMissing(text: string | null): ReactNode {
  if (text) return text;
  return (
    <Text as="span" color="fg.muted" fontWeight="400">
      Não informado
    </Text>
  );
}
