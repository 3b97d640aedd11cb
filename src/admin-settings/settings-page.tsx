import { Box, Grid, Skeleton, Stack } from '@chakra-ui/react';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PasswordCard } from '../shared-security/password-card.tsx';
import { SessionsCard } from '../shared-security/sessions-card.tsx';
import { TokensCard } from '../shared-security/tokens-card.tsx';
import { TwoFactorCard } from '../shared-security/two-factor-card.tsx';
import { trpc } from '../trpc.ts';
import { Fetched } from '../ui/fetched.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Loading } from '../ui/skeletons.tsx';
import { CreditParametersCard } from './credit-parameters-card.tsx';
import { DatabaseCard } from './database-card.tsx';
import { JobsCard } from './jobs-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { MailCard } from './mail-card.tsx';
import { MaximumCard } from './maximum-card.tsx';
import { NotificationsCard, RequiredTwoFactorCard } from './switches.tsx';
import { ProviderCard, SystemCard } from './system-cards.tsx';

export function SettingsPage() {
  const { me } = useRouteContext({ from: '/admin' });
  return me.mustEnableTwoFactor ? <TwoFactorAlone /> : <AllSettings />;
}

/** For an administrator who must enable two-factor first: the API refuses everything else. */
function TwoFactorAlone() {
  return (
    <>
      <PageHeader title="Configurações" subtitle="Gerencie as configurações do sistema" />
      <TwoFactorCard />
    </>
  );
}

function AllSettings() {
  const query = trpc.admin.settings.get.useQuery();
  return (
    <>
      <PageHeader
        title="Configurações"
        subtitle="Gerencie as configurações do sistema"
        refresh={{ refreshing: query.isRefetching, onRefresh: () => void query.refetch() }}
      />
      <Stack gap="6">
        <Fetched
          query={query}
          failure="Não foi possível carregar as configurações"
          skeleton={<CardsSkeleton />}
        >
          {(settings) => (
            <Columns
              start={
                <>
                  <DatabaseCard database={settings.database} environment={settings.system.environment} />
                  <NotificationsCard values={settings.values} />
                  <MailCard mail={settings.mail} environment={settings.system.environment} />
                  <SystemCard system={settings.system} />
                  <JobsCard />
                </>
              }
              end={
                <>
                  <TwoFactorCard />
                  <PasswordCard />
                  <SessionsCard />
                  <TokensCard />
                  <RequiredTwoFactorCard values={settings.values} />
                  <MaximumCard name="maxAdjustment" values={settings.values} />
                  <MaximumCard name="maxApproval" values={settings.values} />
                  <ProviderCard provider={settings.provider} />
                </>
              }
            />
          )}
        </Fetched>
        <CreditParametersCard />
        {query.data && <LimitsCard limits={query.data.limits} />}
      </Stack>
    </>
  );
}

function Columns({ start, end }: { start: ReactNode; end: ReactNode }) {
  return (
    <Grid
      gap="6"
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      alignItems="start"
    >
      <Stack gap="6">{start}</Stack>
      <Stack gap="6">{end}</Stack>
    </Grid>
  );
}

const HEIGHTS = ['17rem', '20rem', '24rem'];

function CardsSkeleton() {
  const cards = HEIGHTS.map((height) => <Skeleton key={height} height={height} borderRadius="card" />);
  return (
    <Loading label="Carregando configurações…">
      <Columns start={cards} end={<Box display={{ base: 'none', lg: 'contents' }}>{cards}</Box>} />
    </Loading>
  );
}
