import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

type SwitchRowProps = {
  label: string;
  hint?: ReactNode;
  isOn: boolean;
  /** Pending; not disabled, since a disabled switch would lose focus. */
  isSaving?: boolean;
  words?: readonly [on: string, off: string];
  onChange: (isOn: boolean) => void;
};

/** A switch that acts at once. Chakra's own would add its recipe to the login. */
export function SwitchRow({
  label,
  hint,
  isOn,
  isSaving = false,
  words = ['Ativo', 'Inativo'],
  onChange,
}: SwitchRowProps) {
  const id = useId();
  return (
    <Flex align="center" justify="space-between" gap="4" minHeight="11">
      <Stack gap="0" minWidth="0">
        <Text id={`${id}-label`} fontWeight="500">
          {label}
        </Text>
        {hint !== undefined && (
          <Text id={`${id}-hint`} color="fg.muted" textStyle="sm" maxWidth="60ch">
            {hint}
          </Text>
        )}
      </Stack>
      <chakra.button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        aria-busy={isSaving}
        onClick={() => !isSaving && onChange(!isOn)}
        display="inline-flex"
        alignItems="center"
        justifyContent="flex-end"
        gap="3"
        minHeight="11"
        minWidth="7.5rem"
        flexShrink={0}
        borderRadius="control"
        cursor="pointer"
        opacity={isSaving ? 0.6 : 1}
      >
        <Text as="span" textStyle="sm" fontWeight="600" color={isOn ? 'brand.fg' : 'fg.muted'} aria-hidden>
          {isOn ? words[0] : words[1]}
        </Text>
        <Box
          as="span"
          position="relative"
          width="11"
          height="6"
          borderRadius="pill"
          border="2px solid"
          borderColor={isOn ? 'brand.solid' : 'border.control'}
          bg={isOn ? 'brand.solid' : 'bg.panel'}
          transition="background 160ms"
        >
          <Box
            as="span"
            position="absolute"
            top="2px"
            insetStart={isOn ? 'calc(100% - 18px)' : '2px'}
            boxSize="16px"
            borderRadius="full"
            bg={isOn ? 'brand.contrast' : 'border.control'}
            transition="inset-inline-start 160ms"
          />
        </Box>
      </chakra.button>
    </Flex>
  );
}
