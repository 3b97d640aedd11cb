import { Stack, Text } from '@chakra-ui/react';
import { termsSections } from '#domain/auth/terms';
import { TERMS_VERSION } from '#domain/auth/terms-version';
import { formatDay } from '#domain/date';
import { TermsText } from '../shared-terms/terms-text.tsx';
import { TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page.tsx';

const SECTIONS = termsSections();

/** The sections about personal data. */
const PRIVACY = [
  'dados-tratados',
  'compartilhamento',
  'retencao',
  'direitos-do-titular',
  'protecao-e-cookies',
  'encerramento-e-contato',
];

const version = `Versão ${TERMS_VERSION}, em vigor desde ${formatDay(TERMS_VERSION)}.`;

export function TermsPage() {
  return (
    <Stack gap="6">
      <PageHeader title="Termos de Uso e Política de Privacidade" subtitle={version} />
      <TermsText sections={SECTIONS} level="h2" />
    </Stack>
  );
}

export function PrivacyPage() {
  return (
    <Stack gap="6">
      <PageHeader title="Política de Privacidade" subtitle={version} />
      <Text maxWidth="68ch">
        A política é parte de um documento único com os termos: estas são as seções que tratam dos seus dados.{' '}
        <TextLink to="/termos" variant="underline">
          Ler o documento inteiro
        </TextLink>
      </Text>
      <TermsText sections={SECTIONS.filter(({ id }) => PRIVACY.includes(id))} level="h2" />
    </Stack>
  );
}
