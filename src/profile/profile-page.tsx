import { Tabs } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { PROFILE_TABS } from '#domain/places';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { usePlace } from '../ui/place.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { DataTab } from './data-tab.tsx';

type Tab = (typeof PROFILE_TABS)[number];

const TAB_LABELS: Record<Tab, string> = {
  dados: 'Dados',
  rating: 'Rating',
  atendimentos: 'Atendimentos',
  seguranca: 'Segurança',
  privacidade: 'Privacidade',
  aparencia: 'Aparência',
};

const LOADING = { loading: <RowsSkeleton rows={3} label="Carregando…" /> };

const PANELS: Record<Tab, ComponentType> = {
  dados: DataTab,
  rating: part('RatingTab', () => import('./rating-tab.tsx'), LOADING),
  atendimentos: part('ContactsTab', () => import('./contacts-tab.tsx'), LOADING),
  seguranca: part('SecurityTab', () => import('./security-tab.tsx'), LOADING),
  privacidade: part('PrivacyTab', () => import('./privacy-tab.tsx'), LOADING),
  aparencia: part('AppearanceTab', () => import('./appearance-tab.tsx'), LOADING),
};

/** On a phone the open tab may be outside the strip. */
const bringIntoView = (trigger: HTMLElement | null) =>
  trigger?.scrollIntoView({ block: 'nearest', inline: 'center' });

export function ProfilePage() {
  const { aba: tab = 'dados' } = usePlace('/client/profile');
  const navigate = useNavigate({ from: '/client/profile' });

  function open(value: string) {
    const aba = PROFILE_TABS.find((name) => name === value && name !== 'dados');
    void navigate({ search: { aba }, resetScroll: false });
  }

  return (
    <>
      <PageHeader title="Meu Perfil" subtitle="Seus dados, sua segurança e suas escolhas." />
      <Tabs.Root value={tab} onValueChange={({ value }) => open(value)} lazyMount colorPalette="brand">
        <Tabs.List
          overflowX="auto"
          overflowY="hidden"
          // Six tabs are wider than a phone, so the list scrolls edge to edge.
          marginInline={{ base: '-4', md: '0' }}
          paddingInline={{ base: '4', md: '0' }}
          scrollbarWidth="none"
        >
          {PROFILE_TABS.map((name) => (
            <Tabs.Trigger
              key={name}
              ref={name === tab ? bringIntoView : undefined}
              value={name}
              minHeight="11"
              flexShrink="0"
              whiteSpace="nowrap"
            >
              {TAB_LABELS[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {PROFILE_TABS.map((name) => {
          const Panel = PANELS[name];
          return (
            <Tabs.Content key={name} value={name} paddingTop="6">
              <Panel />
            </Tabs.Content>
          );
        })}
      </Tabs.Root>
    </>
  );
}
