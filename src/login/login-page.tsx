import { Box, chakra, Flex, Grid, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { Wordmark } from '../ui/brand.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { part } from '../ui/part.tsx';
import { Loading } from '../ui/skeletons.tsx';
import { TabStrip } from '../ui/tab-strip.tsx';
import { ContourArt } from './contour-art.tsx';
import { LoginForm } from './login-form.tsx';

const RegisterWizard = part('RegisterWizard', () => import('./register-wizard.tsx'), {
  loading: <WizardSkeleton />,
});

const FOOTER = [
  ['/atendimento', 'Fale com o atendimento'],
  ['/termos', 'Termos'],
  ['/privacidade', 'Privacidade'],
] as const;

const WIDE = '@media (min-width: 900px)';

const TABS = [
  { value: 'login', label: 'Login' },
  { value: 'cadastrar', label: 'Cadastrar' },
] as const;

export function LoginPage() {
  const { tab, next, ended } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const registering = tab === 'cadastrar';
  // After a tab change focus must stay on the tabs, for the arrow keys.
  const [switched, setSwitched] = useState(false);
  usePageTitle(registering ? 'Abrir conta' : 'Login');

  return (
    <Grid
      minHeight="100dvh"
      bg="bg"
      css={{ [WIDE]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' } }}
    >
      <Flex direction="column" minWidth="0">
        <Flex as="header" height="18" align="center" paddingInline={{ base: '4', sm: '8' }}>
          <a href="/" aria-label="ValeBank, página inicial">
            <Wordmark aria-hidden />
          </a>
        </Flex>
        <chakra.main
          flex="1"
          width="100%"
          maxWidth={registering ? '40rem' : '30rem'}
          marginInline="auto"
          paddingInline={{ base: '4', sm: '8' }}
          paddingBlock={{ base: '4', md: registering ? '6' : '12' }}
        >
          <Stack gap="1" marginBottom="6">
            <Heading as="h1" size="3xl" fontWeight="700" tabIndex={-1}>
              {registering ? 'Abra sua conta' : 'Acesse sua conta'}
            </Heading>
            <Text color="fg.muted">
              {registering ? 'Leva poucos minutos: são cinco etapas.' : 'Bom ver você por aqui.'}
            </Text>
          </Stack>
          <TabStrip
            label="Entrar ou abrir conta"
            tabs={TABS}
            value={registering ? 'cadastrar' : 'login'}
            onChange={(value) => {
              setSwitched(true);
              void navigate({
                to: '/login',
                search: { next, tab: value === 'cadastrar' ? value : undefined },
                replace: true,
              });
            }}
          >
            {registering ? (
              <RegisterWizard />
            ) : (
              <LoginForm next={next} ended={ended} takesFocus={!switched} />
            )}
          </TabStrip>
        </chakra.main>
        <Text as="footer" textStyle="sm" color="fg.muted" padding={{ base: '4', sm: '8' }}>
          {FOOTER.map(([href, text], place) => (
            <Fragment key={href}>
              {place > 0 && ' · '}
              <chakra.a href={href} textDecoration="underline">
                {text}
              </chakra.a>
            </Fragment>
          ))}
        </Text>
      </Flex>
      <Box display="none" position="sticky" top="0" height="100dvh" css={{ [WIDE]: { display: 'block' } }}>
        <ContourArt />
      </Box>
    </Grid>
  );
}

function WizardSkeleton() {
  return (
    <Loading>
      <Stack gap="5">
        <Skeleton height="2" borderRadius="pill" />
        <Skeleton height="12" borderRadius="control" />
        <Skeleton height="12" borderRadius="control" />
        <Skeleton height="12" borderRadius="control" />
      </Stack>
    </Loading>
  );
}
