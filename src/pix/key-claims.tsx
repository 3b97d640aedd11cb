import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { KEY_TYPE_LABELS, keyText } from '../ui/key-words.ts';
import { LookBadge } from '../ui/look-badge.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { type Act, ClaimActDialog } from './claim-act-dialog.tsx';
import { CLAIM_NAMES, type Claim, claimText, isOpen, lookOf } from './claim-words.ts';

export function KeyClaims({ claims }: { claims: Claim[] }) {
  const [acting, setActing] = useState<{ claim: Claim; act: Act } | null>(null);
  const rows = useRef<HTMLUListElement>(null);
  const inOrder = [...claims.filter(isOpen), ...claims.filter((one) => !isOpen(one))];
  return (
    <SectionCard
      title="Pedidos de chaves"
      description="Chaves que você pediu de outro lugar, e chaves suas que alguém pediu."
    >
      <chakra.ul
        ref={rows}
        tabIndex={-1}
        listStyleType="none"
        aria-label="Pedidos de chaves"
        _focus={{ outline: 'none' }}
      >
        {inOrder.map((claim) => (
          <ClaimRow key={claim.id} claim={claim} onAct={(act) => setActing({ claim, act })} />
        ))}
      </chakra.ul>
      {acting && (
        <ClaimActDialog
          {...acting}
          onClose={() => setActing(null)}
          onDone={() => {
            setActing(null);
            // The button that opened the dialog may have gone.
            rows.current?.focus();
          }}
        />
      )}
    </SectionCard>
  );
}

function ClaimRow({ claim, onAct }: { claim: Claim; onAct: (act: Act) => void }) {
  const { key, keyType, kind, institution, mayConfirm, mayCancel, role } = claim;
  const name = keyText({ type: keyType, key });
  const about = `chave ${KEY_TYPE_LABELS[keyType]} ${name}`;
  return (
    <chakra.li paddingBlock="3" borderTop="1px solid" borderColor="border.muted">
      <Stack gap="2">
        <Flex columnGap="2" rowGap="1" align="center" wrap="wrap">
          <Text color="fg.muted" textStyle="sm">
            {CLAIM_NAMES[kind]}
            {institution && `, ${institution}`}
          </Text>
          <LookBadge {...lookOf(claim)} />
        </Flex>
        <Text fontWeight="600" overflowWrap="anywhere">
          {name}
        </Text>
        <Text maxWidth="65ch">{claimText(claim)}</Text>
        {(mayConfirm || mayCancel) && (
          <Flex gap="3" wrap="wrap">
            {role === 'donor' && mayCancel && (
              <Button
                size="sm"
                aria-haspopup="dialog"
                aria-label={`Manter a ${about}`}
                onClick={() => onAct('keep')}
              >
                Manter comigo
              </Button>
            )}
            {mayConfirm && (
              <Button
                size="sm"
                variant="outline"
                aria-haspopup="dialog"
                aria-label={`Ceder a ${about}`}
                onClick={() => onAct('give')}
              >
                Ceder a chave
              </Button>
            )}
            {role === 'claimer' && mayCancel && (
              <Button
                size="sm"
                variant="outline"
                aria-haspopup="dialog"
                aria-label={`Desistir do pedido da ${about}`}
                onClick={() => onAct('withdraw')}
              >
                Desistir do pedido
              </Button>
            )}
          </Flex>
        )}
      </Stack>
    </chakra.li>
  );
}
