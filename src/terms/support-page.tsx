import { Link, Stack, Text } from '@chakra-ui/react';
import {
  DATA_SUBJECT_HOURS,
  SUPPORT_ADDRESS,
  SUPPORT_EMAIL,
  SUPPORT_HOURS,
  SUPPORT_PHONE,
} from '#domain/brand';
import { Facts } from '../ui/fact.tsx';
import { TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page.tsx';
import { SectionCard } from '../ui/section-card.tsx';

const dialled = `tel:+55${SUPPORT_PHONE.replace(/\D/g, '')}`;

const Mail = () => (
  <Link href={`mailto:${SUPPORT_EMAIL}`} variant="underline">
    {SUPPORT_EMAIL}
  </Link>
);

export function SupportPage() {
  return (
    <Stack gap="6">
      <PageHeader title="Atendimento" subtitle="Fale com quem trabalha no ValeBank." />
      <SectionCard title="Fale com o atendimento">
        <Facts
          of={{
            'E-mail': <Mail />,
            Telefone: (
              <Link href={dialled} variant="underline">
                {SUPPORT_PHONE}
              </Link>
            ),
            Horário: SUPPORT_HOURS,
            Endereço: SUPPORT_ADDRESS,
          }}
        />
        <Text color="fg.muted" textStyle="sm">
          O banco nunca pede a sua senha, nem um código que enviou a você.
        </Text>
      </SectionCard>
      <SectionCard title="Seus dados pessoais" description="Central do titular de dados (LGPD).">
        <Facts of={{ 'E-mail': <Mail />, Horário: DATA_SUBJECT_HOURS }} />
        <Text>
          <TextLink to="/privacidade" variant="underline">
            Política de Privacidade
          </TextLink>{' '}
          ·{' '}
          <TextLink to="/termos" variant="underline">
            Termos de Uso
          </TextLink>
        </Text>
      </SectionCard>
    </Stack>
  );
}
