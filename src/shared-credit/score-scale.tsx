import { Box, Flex, Text } from '@chakra-ui/react';
import type { RiskLevel } from '#domain/credit/risk-level';
import { RISK_LEVEL_LOOKS } from '../ui/risk-level-badge.tsx';

const MAX_SCORE = 1000;

const BANDS: { level: RiskLevel; from: number; to: number; color: string }[] = [
  { level: 'muito_alto', from: 0, to: 200, color: 'negative.solid' },
  { level: 'alto', from: 201, to: 400, color: 'negative.emphasized' },
  { level: 'moderado', from: 401, to: 600, color: 'caution.emphasized' },
  { level: 'baixo', from: 601, to: 800, color: 'positive.emphasized' },
  { level: 'muito_baixo', from: 801, to: MAX_SCORE, color: 'positive.solid' },
];

export function ScoreScale({ score, level }: { score: number; level: RiskLevel }) {
  return (
    <Box
      role="img"
      aria-label={`Pontuação ${score} de ${MAX_SCORE}, risco ${RISK_LEVEL_LOOKS[level].label}`}
      position="relative"
      paddingTop="4"
    >
      <Box
        position="absolute"
        top="0"
        insetStart={`${(100 * score) / MAX_SCORE}%`}
        transform="translateX(-50%)"
        borderInline="7px solid transparent"
        borderTop="11px solid"
        borderTopColor="accent.solid"
      />
      <Flex gap="1">
        {BANDS.map((band) => (
          <Box key={band.level} flex="1" minWidth="0">
            <Box height="3" borderRadius="pill" bg={band.color} />
            <Text className="num" textStyle="xs" color="fg.muted" marginTop="1.5">
              {band.from}
            </Text>
            <BandName band={band.level} isCurrent={band.level === level} />
          </Box>
        ))}
      </Flex>
    </Box>
  );
}

/** On narrow screens only the current band's name shows, and may use the width of the others. */
function BandName({ band, isCurrent }: { band: RiskLevel; isCurrent: boolean }) {
  return (
    <Flex
      display={{ base: isCurrent ? 'flex' : 'none', md: 'flex' }}
      justify={{ base: band === 'muito_baixo' ? 'flex-end' : 'flex-start', md: 'flex-start' }}
    >
      <Text
        textStyle="xs"
        lineHeight="1.2"
        flexShrink={{ base: '0', md: '1' }}
        color={isCurrent ? 'fg' : 'fg.muted'}
        fontWeight={isCurrent ? '700' : '400'}
      >
        {RISK_LEVEL_LOOKS[band].label}
      </Text>
    </Flex>
  );
}
