import { chakra, SimpleGrid, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { type Theme, useTheme } from '../ui/color-theme.ts';
import { hideAmounts, useAmountsHidden } from '../ui/hidden-amounts.ts';
import { radioFrame } from '../ui/radio-frame.ts';
import { SectionCard } from '../ui/section-card.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';

const CHOICES: { theme: Theme; label: string; hint: string; icon: LucideIcon }[] = [
  { theme: 'system', label: 'Sistema', hint: 'Acompanha este dispositivo', icon: Monitor },
  { theme: 'light', label: 'Claro', hint: 'Fundo claro, sempre', icon: Sun },
  { theme: 'dark', label: 'Escuro', hint: 'Fundo escuro, sempre', icon: Moon },
];

export function AppearanceTab() {
  const hidden = useAmountsHidden();
  return (
    <Stack gap="6">
      <SectionCard title="Tema" description="Vale para este navegador.">
        <ThemeChoice />
      </SectionCard>
      <SectionCard
        title="Valores na tela"
        description="Para quando houver alguém ao lado. O olho no alto da tela, ou Alt+O, faz o mesmo."
      >
        <SwitchRow
          label="Ocultar saldos e valores"
          isOn={hidden}
          words={['Ocultos', 'Visíveis']}
          onChange={hideAmounts}
        />
      </SectionCard>
    </Stack>
  );
}

function ThemeChoice() {
  const [chosen, choose] = useTheme();
  const name = useId();
  return (
    <chakra.fieldset border="0" padding="0" margin="0" minWidth="0">
      <VisuallyHidden asChild>
        <legend>Tema da tela</legend>
      </VisuallyHidden>
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="3">
        {CHOICES.map(({ theme, label, hint, icon: ThemeIcon }) => (
          <chakra.label key={theme} {...radioFrame} gap="3" padding="4">
            <VisuallyHidden asChild>
              <input type="radio" name={name} checked={chosen === theme} onChange={() => choose(theme)} />
            </VisuallyHidden>
            <ThemeIcon size={20} aria-hidden />
            <span>
              <Text as="span" display="block" fontWeight="600">
                {label}
              </Text>
              <Text as="span" display="block" color="fg.muted" textStyle="sm">
                {hint}
              </Text>
            </span>
          </chakra.label>
        ))}
      </SimpleGrid>
    </chakra.fieldset>
  );
}
