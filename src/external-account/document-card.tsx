import { Button, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';
import { useRef } from 'react';
import { sidesOf } from './document-file.ts';
import { DocumentUpload } from './document-upload.tsx';
import { DocumentBadge } from './review-badge.tsx';
import type { RequestedDocument } from './use-external-account.ts';

type DocumentCardProps = { document: RequestedDocument; onSent: () => void };

export function DocumentCard({ document, onSent }: DocumentCardProps) {
  const { title, description, status, onboardingUrl } = document;
  // A front without its back, sent before the page was left.
  const isHalf = document.hasSides && status === 'PENDING' && document.fileCount === 1;
  const isWanted = status === 'NOT_SENT' || status === 'REJECTED' || isHalf;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <chakra.li
      borderTop="1px solid"
      borderColor="border.muted"
      paddingBlock="5"
      _first={{ borderTopWidth: '0' }}
      _last={{ paddingBottom: '0' }}
    >
      <Stack gap="3">
        <Flex gap="2" wrap="wrap" justify="space-between" align="center">
          <Heading
            as="h3"
            size="md"
            fontWeight="600"
            ref={heading}
            tabIndex={-1}
            _focusVisible={{ outline: 'none' }}
          >
            {title}
          </Heading>
          <DocumentBadge status={status} />
        </Flex>
        {description && <Text color="fg.muted">{description}</Text>}
        {isWanted && onboardingUrl !== null && <OnboardingLink url={onboardingUrl} title={title} />}
        {isWanted && onboardingUrl === null && (
          <DocumentUpload
            document={document}
            sides={sidesOf(document)}
            onSent={() => {
              // The pressed button is gone.
              heading.current?.focus();
              onSent();
            }}
          />
        )}
      </Stack>
    </chakra.li>
  );
}

/** For documents that the provider collects on a page of its own. */
function OnboardingLink({ url, title }: { url: string; title: string }) {
  return (
    <Stack gap="2" align="start">
      <Text>O Asaas recebe este documento numa página própria, com a câmera do celular.</Text>
      <Button asChild variant="outline">
        <a href={url} target="_blank" rel="noreferrer" aria-label={`Enviar ${title} no Asaas, em nova aba`}>
          Enviar no Asaas
          <ExternalLink size={16} aria-hidden />
        </a>
      </Button>
    </Stack>
  );
}
