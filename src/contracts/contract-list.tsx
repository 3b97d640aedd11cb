import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { CONTRACT_TYPE_LABELS } from '#domain/contract/words';
import { formatDay } from '../ui/date.ts';
import { TextLink } from '../ui/links.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { type Contract, ContractActions } from './contract-actions.tsx';

type ContractListProps = { contracts: readonly Contract[] };

export function ContractList({ contracts }: ContractListProps) {
  return (
    <Stack as="ul" gap="3" listStyleType="none" aria-label="Contratos">
      {contracts.map((contract) => (
        <Flex
          as="li"
          key={contract.id}
          layerStyle="panel"
          padding={{ base: '4', md: '5' }}
          gap="4"
          align={{ base: 'stretch', md: 'center' }}
          justify="space-between"
          direction={{ base: 'column', md: 'row' }}
        >
          <Stack gap="1.5" minWidth="0" align="start">
            <Heading as="h2" size="md" fontWeight="600" overflowWrap="anywhere">
              <TextLink
                to="/client/contracts"
                search={(now) => ({ ...now, contrato: contract.id })}
                id={`contract-${contract.id}`}
                variant="underline"
                colorPalette="brand"
              >
                {contract.title}
              </TextLink>
            </Heading>
            <Flex gap="3" wrap="wrap" align="center">
              <StatusBadge status={contract.status} />
              <Text color="fg.muted" textStyle="sm">
                {CONTRACT_TYPE_LABELS[contract.type]} ·{' '}
                <Box as="span" className="num">
                  {dateText(contract)}
                </Box>
              </Text>
            </Flex>
            {contract.cancelledBecause && (
              <Text color="fg.muted" textStyle="sm">
                {contract.cancelledBecause}
              </Text>
            )}
          </Stack>
          <ContractActions contract={contract} onSign={null} />
        </Flex>
      ))}
    </Stack>
  );
}

const dateText = ({ signedAt, createdAt }: Contract): string =>
  signedAt ? `assinado em ${formatDay(signedAt)}` : `recebido em ${formatDay(createdAt)}`;
