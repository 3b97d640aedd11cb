import { IconButton, Input, InputGroup } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';

export type PasswordBoxProps = ComponentProps<typeof Input> & {
  autoComplete: 'current-password' | 'new-password';
};

/** A password that can be looked at; pasting is allowed. `autoComplete` says whether it is the current or a new one. */
export function PasswordBox(props: PasswordBoxProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <InputGroup
      endElementProps={{ paddingInline: '1' }}
      endElement={
        <IconButton
          type="button"
          variant="ghost"
          size="sm"
          aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden />
        </IconButton>
      }
    >
      <Input {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
    </InputGroup>
  );
}
