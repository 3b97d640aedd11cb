import { Stack } from '@chakra-ui/react';
import { SETTING_LABELS } from '#domain/setting-words';
import type { SwitchName } from '#domain/settings';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { Notice } from '../ui/notice.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { messageOf } from '../ui/server-error.ts';
import { SwitchRow } from '../ui/switch-row.tsx';
import { toast } from '../ui/toast.ts';
import type { Settings } from './settings.ts';

const FALLBACK = 'A configuração não foi alterada. Tente de novo.';

/** Saves at once; if the server refuses, the switch keeps its state and shows why. */
function SettingSwitch({ name, isOn, hint }: { name: SwitchName; isOn: boolean; hint: string }) {
  const utils = trpc.useUtils();
  const invalidate = useInvalidate();
  const update = trpc.admin.settings.update.useMutation({
    onSuccess: ({ value }) => {
      utils.admin.settings.get.setData(undefined, (settings) =>
        settings ? { ...settings, values: { ...settings.values, [name]: value } } : settings,
      );
      void invalidate('administration');
      toast({ title: `${SETTING_LABELS[name]}: ${value ? 'Ativo' : 'Inativo'}` });
    },
  });
  return (
    <div>
      <SwitchRow
        label={SETTING_LABELS[name]}
        hint={hint}
        isOn={isOn}
        isSaving={update.isPending}
        onChange={(value) => update.mutate({ name, value })}
      />
      <div role="alert">
        {update.error && <Notice status="error" marginTop="3" title={messageOf(update.error, FALLBACK)} />}
      </div>
    </div>
  );
}

export function NotificationsCard({ values }: { values: Settings['values'] }) {
  return (
    <SectionCard
      title="Notificações"
      description="O que chega a todos os administradores, por e-mail e no sino."
    >
      <Stack gap="3">
        <SettingSwitch
          name="notifyNewClients"
          isOn={values.notifyNewClients}
          hint="Quando alguém abre uma conta."
        />
        <SettingSwitch
          name="notifyCreditProposals"
          isOn={values.notifyCreditProposals}
          hint="Quando um cliente pede crédito."
        />
        <SettingSwitch
          name="notifyLatePayments"
          isOn={values.notifyLatePayments}
          hint="Quando parcelas vencem sem ser pagas, e quando um crédito fica inadimplente."
        />
      </Stack>
    </SectionCard>
  );
}

export function RequiredTwoFactorCard({ values }: { values: Settings['values'] }) {
  return (
    <SectionCard title="Acesso administrativo">
      <SettingSwitch
        name="requireAdminTwoFactor"
        isOn={values.requireAdminTwoFactor}
        hint="Quem ainda não ativou os dois fatores só poderá ativá-los ao entrar."
      />
    </SectionCard>
  );
}
