import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Barcode, QrCode } from 'lucide-react';
import type { Payable } from '#domain/payable';
import { wordsOf } from './payable-words.ts';

type CodeChoicesProps = { payables: Payable[]; onChoose: (payable: Payable) => void };

/** Several codes in one picture: the payer says which one is meant. */
export function CodeChoices({ payables, onChoose }: CodeChoicesProps) {
  return (
    <chakra.ul listStyleType="none" display="grid" gap="2" aria-label="Códigos encontrados">
      {payables.map((payable) => {
        const { title, detail } = wordsOf(payable);
        const Sign = payable.kind === 'boleto' ? Barcode : QrCode;
        return (
          <li key={title + detail}>
            <chakra.button
              type="button"
              display="block"
              width="full"
              padding="3"
              textAlign="start"
              border="1px solid"
              borderColor="border.control"
              borderRadius="control"
              cursor="pointer"
              _hover={{ bg: 'bg.muted' }}
              onClick={() => onChoose(payable)}
            >
              <Flex align="center" gap="3">
                <Sign size={20} aria-hidden />
                <Stack gap="0.5" flex="1" minWidth="0">
                  <Text fontWeight="600">{title}</Text>
                  <Text color="fg.muted" textStyle="sm" className="num" overflowWrap="anywhere">
                    {detail}
                  </Text>
                </Stack>
              </Flex>
            </chakra.button>
          </li>
        );
      })}
    </chakra.ul>
  );
}

export const manyFound = (count: number): string => `${count} códigos encontrados: escolha qual pagar.`;
