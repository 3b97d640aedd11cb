import { Box, IconButton, Input } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';

export type PasswordBoxProps = ComponentProps<typeof Input> & {
  autoComplete: 'current-password' | 'new-password';
};

export function PasswordBox(props: PasswordBoxProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    // Chakra's InputGroup would add 2 kB to the login.
    <Box position="relative" width="full">
      <Input
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        paddingEnd="12"
      />
      <IconButton
        type="button"
        variant="ghost"
        size="sm"
        position="absolute"
        top="50%"
        right="1"
        transform="translateY(-50%)"
        zIndex="1"
        aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden />
      </IconButton>
    </Box>
  );
}
