import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { trpc } from '../trpc.ts';
import { initialsOf } from '../ui/initials.ts';

export function Recipients({ onPick }: { onPick: (accountNumber: string) => void }) {
  const recipients = trpc.account.recipients.useQuery();
  if (!recipients.data?.length) return null;
  return (
    <Box as="section" aria-labelledby="recipients">
      <Heading as="h3" id="recipients" size="sm" fontWeight="500" color="fg.muted">
        Recentes
      </Heading>
      <chakra.ul
        display="flex"
        gap="1"
        marginTop="1"
        marginInline="-2"
        paddingBlock="1.5"
        paddingInline="1.5"
        overflowX="auto"
        listStyleType="none"
      >
        {recipients.data.map(({ name, accountNumber }) => (
          <li key={accountNumber}>
            <chakra.button
              type="button"
              width="24"
              height="100%"
              verticalAlign="top"
              paddingBlock="2"
              paddingInline="1"
              borderRadius="control"
              cursor="pointer"
              _hover={{ bg: 'bg.subtle' }}
              onClick={() => onPick(accountNumber)}
            >
              <Flex
                boxSize="12"
                marginInline="auto"
                align="center"
                justify="center"
                borderRadius="full"
                bg="brand.subtle"
                color="brand.fg"
                fontWeight="600"
                aria-hidden
              >
                {initialsOf(name)}
              </Flex>
              <Text textStyle="sm" lineHeight="1.25" lineClamp={2} marginTop="1.5" title={name}>
                {name}
              </Text>
              <Text textStyle="xs" color="fg.muted" className="num">
                {accountNumber}
              </Text>
            </chakra.button>
          </li>
        ))}
      </chakra.ul>
    </Box>
  );
}
