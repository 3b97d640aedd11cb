import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { MAX_RATING_POINTS, RATING_BANDS, ratingLabel } from '#domain/credit/rating';

const BANDS = RATING_BANDS.map(({ fromPoints, label }, place) => ({
  fromPoints,
  label,
  toPoints: RATING_BANDS[place - 1]?.fromPoints ?? MAX_RATING_POINTS,
})).reverse();

export function RatingGauge({ points }: { points: number }) {
  const label = ratingLabel(points);
  return (
    <Box>
      <Flex align="baseline" gap="2" wrap="wrap">
        <Text className="num" textStyle="5xl" fontFamily="heading" fontWeight="700" lineHeight="1">
          {points}
        </Text>
        <Text color="fg.muted" textStyle="lg">
          de {MAX_RATING_POINTS} pontos
        </Text>
      </Flex>
      <Text textStyle="xl" fontFamily="heading" fontWeight="600" color="brand.fg" marginTop="1">
        {label}
      </Text>
      <Box position="relative" marginTop="5" paddingTop="4" aria-hidden>
        <chakra.svg
          viewBox="0 0 12 10"
          width="12px"
          height="10px"
          position="absolute"
          top="0"
          left={`${(100 * points) / MAX_RATING_POINTS}%`}
          transform="translateX(-50%)"
          color="accent.solid"
        >
          <path d="M0 0h12L6 10z" fill="currentColor" />
        </chakra.svg>
        <Flex gap="1">
          {BANDS.map((band) => (
            <Box key={band.label} flex={`${band.toPoints - band.fromPoints} 1 0`} minWidth="0">
              <Box height="3" borderRadius="pill" bg="bg.emphasized" overflow="hidden">
                <Box height="100%" width={`${filled(points, band)}%`} bg="accent.solid" />
              </Box>
              <Text className="num" textStyle="xs" color="fg.muted" marginTop="1.5">
                {band.fromPoints}
              </Text>
              <Text
                textStyle="sm"
                color={band.label === label ? 'fg' : 'fg.muted'}
                fontWeight={band.label === label ? '600' : '400'}
                overflowWrap="anywhere"
              >
                {band.label}
              </Text>
            </Box>
          ))}
        </Flex>
      </Box>
    </Box>
  );
}

function filled(points: number, { fromPoints, toPoints }: { fromPoints: number; toPoints: number }): number {
  const share = (points - fromPoints) / (toPoints - fromPoints);
  return 100 * Math.min(1, Math.max(0, share));
}
