import { chakra, HStack, VisuallyHidden } from '@chakra-ui/react';
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { type Theme, useTheme } from '../ui/color-theme.ts';

const CHOICES: { theme: Theme; label: string; icon: LucideIcon }[] = [
  { theme: 'system', label: 'Sistema', icon: Monitor },
  { theme: 'light', label: 'Claro', icon: Sun },
  { theme: 'dark', label: 'Escuro', icon: Moon },
];

export function ThemeSwitch() {
  const [chosen, choose] = useTheme();
  const name = useId();
  return (
    <chakra.fieldset border="0" padding="0" margin="0" minWidth="0">
      <VisuallyHidden asChild>
        <legend>Tema</legend>
      </VisuallyHidden>
      <HStack gap="1" bg="serra.active" borderRadius="control" padding="1">
        {CHOICES.map(({ theme, label, icon: ThemeIcon }) => (
          <chakra.label
            key={theme}
            flex="1"
            display="flex"
            alignItems="center"
            justifyContent="center"
            gap="1.5"
            minHeight="8"
            paddingInline="2"
            borderRadius="6px"
            textStyle="xs"
            cursor="pointer"
            color="serra.fg"
            css={{
              '&:has(:checked)': { bg: 'serra.bg', fontWeight: '600' },
              '&:has(:focus-visible)': {
                outline: '3px solid',
                outlineColor: 'serra.ring',
                outlineOffset: '1px',
              },
            }}
          >
            <VisuallyHidden asChild>
              <input type="radio" name={name} checked={chosen === theme} onChange={() => choose(theme)} />
            </VisuallyHidden>
            <ThemeIcon size={14} aria-hidden />
            {label}
          </chakra.label>
        ))}
      </HStack>
    </chakra.fieldset>
  );
}
