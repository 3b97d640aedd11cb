import { Button, Flex, Text } from '@chakra-ui/react';
import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../trpc.ts';
import { Fetched } from '../ui/fetched.tsx';
import { LookBadge } from '../ui/look-badge.tsx';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { LostFactorsNotice } from './lost-factors-notice.tsx';

const EnableDialog = part('EnableDialog', () => import('./enable-dialog.tsx'));
const DisableDialog = part('DisableDialog', () => import('./disable-dialog.tsx'));
const RegenerateDialog = part('RegenerateDialog', () => import('./regenerate-dialog.tsx'));

type Opened = 'enable' | 'disable' | 'regenerate' | null;

/** At this number or fewer, new backup codes are advised. */
const FEW_CODES = 3;

export function TwoFactorCard() {
  const status = trpc.auth.twoFactor.status.useQuery();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <SectionCard
      title="Autenticação de dois fatores"
      description="Além da senha, quem entra informa um código do seu celular."
      aside={
        status.data &&
        (status.data.enabled ? (
          <LookBadge label="Ativo" palette="positive" icon={ShieldCheck} />
        ) : (
          <LookBadge label="Inativo" palette="neutral" icon={ShieldOff} />
        ))
      }
    >
      <Fetched
        query={status}
        failure="Não foi possível carregar a autenticação de dois fatores"
        skeleton={<RowsSkeleton rows={1} label="Carregando a autenticação de dois fatores…" />}
      >
        {({ enabled, backupCodesLeft }) =>
          enabled ? (
            <>
              <CodesLeft left={backupCodesLeft} />
              <Flex gap="3" wrap="wrap">
                <Button variant="outline" onClick={() => setOpened('regenerate')}>
                  <KeyRound size={18} aria-hidden />
                  Gerar novos códigos
                </Button>
                <Button variant="outline" colorPalette="negative" onClick={() => setOpened('disable')}>
                  <ShieldOff size={18} aria-hidden />
                  Desativar
                </Button>
              </Flex>
            </>
          ) : (
            <Flex>
              <Button onClick={() => setOpened('enable')}>
                <ShieldCheck size={18} aria-hidden />
                Ativar 2FA
              </Button>
            </Flex>
          )
        }
      </Fetched>
      {status.data?.factorsEndAt && <LostFactorsNotice endAt={status.data.factorsEndAt} />}
      {opened === 'enable' && <EnableDialog onClose={close} />}
      {opened === 'disable' && <DisableDialog onClose={close} />}
      {opened === 'regenerate' && <RegenerateDialog onClose={close} />}
    </SectionCard>
  );
}

function CodesLeft({ left }: { left: number }) {
  if (left === 0) {
    return (
      <Text color="fg.error" fontWeight="500">
        Nenhum código de backup restante: gere novos para não ficar sem acesso se perder o celular.
      </Text>
    );
  }
  return (
    <Text color={left <= FEW_CODES ? 'fg.warning' : 'fg.muted'}>
      <span className="num">{left}</span>{' '}
      {left === 1 ? 'código de backup restante' : 'códigos de backup restantes'}
      {left <= FEW_CODES && ': gere novos antes que acabem'}.
    </Text>
  );
}
