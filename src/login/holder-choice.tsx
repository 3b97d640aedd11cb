import { chakra, Flex, Text } from '@chakra-ui/react';
import { Building2, UserRound } from 'lucide-react';
import { radioFrame } from '../ui/radio-frame.ts';
import type { HolderKind } from './register-steps.ts';

const CHOICES = [
  { kind: 'person', label: 'Pessoa física', hint: 'Com CPF', icon: UserRound },
  { kind: 'company', label: 'Pessoa jurídica', hint: 'Com CNPJ', icon: Building2 },
] as const;

type HolderChoiceProps = { value: HolderKind; onChange: (kind: HolderKind) => void };

export function HolderChoice({ value, onChange }: HolderChoiceProps) {
  return (
    <chakra.fieldset border="none" padding="0" margin="0" minWidth="0">
      <chakra.legend fontWeight="500" textStyle="sm" marginBottom="1.5">
        A conta é para
      </chakra.legend>
      <Flex gap="3" direction={{ base: 'column', sm: 'row' }}>
        {CHOICES.map(({ kind, label, hint, icon: Icon }) => (
          <chakra.label
            key={kind}
            {...radioFrame}
            flex="1"
            gap="3"
            paddingInline="4"
            paddingBlock="3"
            css={[radioFrame.css, chosen]}
          >
            <chakra.input
              type="radio"
              name="holderKind"
              value={kind}
              checked={value === kind}
              onChange={() => onChange(kind)}
              boxSize="4"
              accentColor="{colors.brand.solid}"
              outline="none"
            />
            <Icon aria-hidden size={20} />
            <span>
              <Text as="span" display="block" fontWeight="600">
                {label}
              </Text>
              <Text as="span" display="block" textStyle="sm" color="fg.muted">
                {hint}
              </Text>
            </span>
          </chakra.label>
        ))}
      </Flex>
    </chakra.fieldset>
  );
}

const chosen = {
  '&:has(:checked)': {
    boxShadow: 'inset 0 0 0 1px var(--shadow-color)',
    '--shadow-color': '{colors.brand.solid}',
  },
};
