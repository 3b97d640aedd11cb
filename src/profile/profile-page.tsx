import { Tabs } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { PROFILE_TABS } from '#domain/places';
import { PageHeader } from '../ui/page.tsx';
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

const PANELS: Record<Tab, ComponentType | LazyExoticComponent<ComponentType>> = {
  dados: DataTab,
  rating: lazy(async () => ({ default: (await import('./rating-tab.tsx')).RatingTab })),
  atendimentos: lazy(async () => ({ default: (await import('./contacts-tab.tsx')).ContactsTab })),
  seguranca: lazy(async () => ({ default: (await import('./security-tab.tsx')).SecurityTab })),
  privacidade: lazy(async () => ({ default: (await import('./privacy-tab.tsx')).PrivacyTab })),
  aparencia: lazy(async () => ({ default: (await import('./appearance-tab.tsx')).AppearanceTab })),
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
              <Suspense fallback={<RowsSkeleton rows={3} label="Carregando…" />}>
                <Panel />
              </Suspense>
            </Tabs.Content>
          );
        })}
      </Tabs.Root>
    </>
  );
}
