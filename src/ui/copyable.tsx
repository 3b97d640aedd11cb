import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { CopyButton } from './copy-button.tsx';

type CopyableProps = { name: string; text: string; label: string; isCode?: boolean };

/** A text to be copied, under its name; `isCode`: a PIX code. */
export function Copyable({ name, text, label, isCode = false }: CopyableProps) {
  return (
    <Stack gap="1" width="100%">
      <Flex align="center" justify="space-between" gap="2">
        <Text color="fg.muted" textStyle="sm">
          {name}
        </Text>
        <CopyButton text={text} label={label} />
      </Flex>
      <chakra.code
        display="block"
        padding="3"
        borderRadius="control"
        bg="bg.subtle"
        fontFamily="mono"
        textStyle="sm"
        wordBreak="break-all"
        data-payload={isCode ? '' : undefined}
      >
        {text}
      </chakra.code>
    </Stack>
  );
}
