import { Box, Button, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { KeyRound, Pin } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { initialsOf } from '../ui/initials.ts';
import type { Recipient } from './recipient.ts';
import { wordsOf } from './recipient-words.ts';

const RecipientsDialog = lazy(async () => ({
  default: (await import('./recipients-dialog.tsx')).RecipientsDialog,
}));

/** Tiles shown; the dialog has all recipients. */
const SHOWN = 8;

type RecipientTilesProps = { recipients: readonly Recipient[]; onPick: (recipient: Recipient) => void };

export function RecipientTiles({ recipients, onPick }: RecipientTilesProps) {
  const [isOrganising, setOrganising] = useState(false);
  if (recipients.length === 0 && !isOrganising) return null;
  return (
    <Box as="section" aria-labelledby="recipients">
      <Flex justify="space-between" align="center" gap="3">
        <Heading as="h3" id="recipients" size="sm" fontWeight="500" color="fg.muted">
          Favorecidos
        </Heading>
        <Button
          variant="ghost"
          size="sm"
          marginEnd="-3"
          aria-haspopup="dialog"
          onClick={() => setOrganising(true)}
        >
          Organizar
        </Button>
      </Flex>
      <chakra.ul
        display="flex"
        gap="1"
        marginTop="-1"
        marginInline="-2"
        paddingBlock="1.5"
        paddingInline="1.5"
        overflowX="auto"
        listStyleType="none"
      >
        {recipients.slice(0, SHOWN).map((recipient) => (
          <li key={recipient.id}>
            <Tile recipient={recipient} onPick={() => onPick(recipient)} />
          </li>
        ))}
      </chakra.ul>
      <Suspense>
        {isOrganising && (
          <RecipientsDialog recipients={recipients} onPick={onPick} onClose={() => setOrganising(false)} />
        )}
      </Suspense>
    </Box>
  );
}

function Tile({ recipient, onPick }: { recipient: Recipient; onPick: () => void }) {
  const { nickname, isPinned } = recipient;
  const { name, detail } = wordsOf(recipient);
  const known = nickname ?? recipient.name;
  return (
    <chakra.button
      type="button"
      display="flex"
      flexDirection="column"
      width="24"
      height="100%"
      paddingBlock="2"
      paddingInline="1"
      borderRadius="control"
      cursor="pointer"
      overflowWrap="anywhere"
      _hover={{ bg: 'bg.subtle' }}
      onClick={onPick}
    >
      <Flex
        layerStyle="disc"
        position="relative"
        boxSize="12"
        marginInline="auto"
        bg="brand.subtle"
        color="brand.fg"
        fontWeight="600"
      >
        <span aria-hidden>{known === null ? <KeyRound size={20} /> : initialsOf(known)}</span>
        {isPinned && (
          <Box position="absolute" top="-1" insetEnd="-1">
            <Pin size={16} role="img" aria-label="Fixado:" fill="currentColor" />
          </Box>
        )}
      </Flex>
      {nickname !== null && (
        <Text
          textStyle="sm"
          lineHeight="1.25"
          fontWeight="600"
          lineClamp={2}
          marginTop="1.5"
          title={nickname}
        >
          {nickname}
        </Text>
      )}
      <Text
        textStyle={nickname === null ? 'sm' : 'xs'}
        lineHeight="1.25"
        lineClamp={2}
        marginTop={nickname === null ? '1.5' : '0.5'}
        title={name}
      >
        {name}
      </Text>
      {detail !== '' && (
        <Text textStyle="xs" color="fg.muted" className="num" lineClamp={2}>
          {detail}
        </Text>
      )}
    </chakra.button>
  );
}
