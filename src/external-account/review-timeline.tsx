import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { Check, X } from 'lucide-react';
import type { Review } from '#domain/pix/words';
import { ReviewBadge } from './review-badge.tsx';

export type Reviews = {
  commercialInfo: Review;
  bankAccountInfo: Review;
  documentation: Review;
  general: Review;
};

const PARTS = [
  { part: 'commercialInfo', title: 'Dados cadastrais', text: 'Nome, documento, endereço e renda.' },
  { part: 'bankAccountInfo', title: 'Dados bancários', text: 'A conta de pagamentos em seu nome.' },
  { part: 'documentation', title: 'Documentação', text: 'RG, selfie e comprovante de endereço.' },
  { part: 'general', title: 'Aprovação final', text: 'Libera o saldo externo e o PIX.' },
] as const;

const DOTS: Record<Review, { bg: string; color: string; border: string }> = {
  PENDING: { bg: 'bg.panel', color: 'fg.muted', border: 'border.control' },
  AWAITING_APPROVAL: { bg: 'notice.subtle', color: 'notice.fg', border: 'notice.solid' },
  APPROVED: { bg: 'positive.solid', color: 'positive.contrast', border: 'positive.solid' },
  REJECTED: { bg: 'negative.solid', color: 'negative.contrast', border: 'negative.solid' },
};

/** The provider's reviews, in the order in which it settles them. */
export function ReviewTimeline({ reviews }: { reviews: Reviews }) {
  return (
    <chakra.ol listStyleType="none" aria-label="Etapas da aprovação">
      {PARTS.map(({ part, title, text }, place) => {
        const review = reviews[part];
        const { bg, color, border } = DOTS[review];
        const isLast = place === PARTS.length - 1;
        return (
          <Flex as="li" key={part} gap="4" position="relative" paddingBottom={isLast ? '0' : '6'}>
            {!isLast && (
              <Box
                position="absolute"
                top="8"
                bottom="0"
                insetStart="calc(1rem - 1px)"
                width="2px"
                bg={review === 'APPROVED' ? 'positive.solid' : 'border'}
                aria-hidden
              />
            )}
            <Flex
              layerStyle="disc"
              className="num"
              boxSize="8"
              borderWidth="2px"
              borderColor={border}
              bg={bg}
              color={color}
              fontWeight="700"
              textStyle="sm"
              aria-hidden
            >
              {review === 'APPROVED' && <Check size={16} />}
              {review === 'REJECTED' && <X size={16} />}
              {(review === 'PENDING' || review === 'AWAITING_APPROVAL') && place + 1}
            </Flex>
            <Box flex="1" minWidth="0">
              <Flex gap="2" wrap="wrap" justify="space-between" align="center" minHeight="8">
                <Text fontWeight="600">{title}</Text>
                <ReviewBadge review={review} />
              </Flex>
              <Text color="fg.muted" textStyle="sm">
                {text}
              </Text>
            </Box>
          </Flex>
        );
      })}
    </chakra.ol>
  );
}
