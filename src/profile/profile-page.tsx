import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { usePlace } from '../ui/place.ts';
import { ScreenTabs } from '../ui/screen-tabs.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { DataTab } from './data-tab.tsx';

const LOADING = { loading: <RowsSkeleton rows={3} label="Carregando…" /> };

const RatingTab = part('RatingTab', () => import('./rating-tab.tsx'), LOADING);
const ContactsTab = part('ContactsTab', () => import('./contacts-tab.tsx'), LOADING);
const SecurityTab = part('SecurityTab', () => import('./security-tab.tsx'), LOADING);
const PrivacyTab = part('PrivacyTab', () => import('./privacy-tab.tsx'), LOADING);
const AppearanceTab = part('AppearanceTab', () => import('./appearance-tab.tsx'), LOADING);

export function ProfilePage() {
  const { aba: tab = 'dados' } = usePlace('/client/profile');
  const navigate = useNavigate({ from: '/client/profile' });
  return (
    <>
      <PageHeader title="Meu Perfil" subtitle="Seus dados, sua segurança e suas escolhas." />
      <ScreenTabs
        open={tab}
        onOpen={(aba) => void navigate({ search: { aba }, resetScroll: false })}
        tabs={{
          dados: { label: 'Dados', panel: <DataTab /> },
          rating: { label: 'Rating', panel: <RatingTab /> },
          atendimentos: { label: 'Atendimentos', panel: <ContactsTab /> },
          seguranca: { label: 'Segurança', panel: <SecurityTab /> },
          privacidade: { label: 'Privacidade', panel: <PrivacyTab /> },
          aparencia: { label: 'Aparência', panel: <AppearanceTab /> },
        }}
      />
    </>
  );
}
