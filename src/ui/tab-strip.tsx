import { chakra, Flex } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

type TabStripProps<Value extends string> = {
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The open tab's panel; the others are not rendered. */
  children: ReactNode;
};

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Chakra's tabs weigh 13 kB, too much for the login; use them inside the portal. */
export function TabStrip<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: TabStripProps<Value>) {
  const id = useId();
  const at = tabs.findIndex((tab) => tab.value === value);

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const ends: Record<string, number> = { Home: 0, End: tabs.length - 1 };
    const step = STEPS[event.key];
    const target = step === undefined ? ends[event.key] : (at + step + tabs.length) % tabs.length;
    const next = target === undefined ? undefined : tabs[target];
    if (!next) return;
    event.preventDefault();
    document.getElementById(`${id}-${next.value}`)?.focus();
    onChange(next.value);
  }

  return (
    <div>
      <Flex role="tablist" aria-label={label} onKeyDown={move} borderBottom="1px solid" borderColor="border">
        {tabs.map((tab) => (
          <chakra.button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            flex="1"
            minHeight="11"
            cursor="pointer"
            fontWeight="600"
            color="fg.muted"
            borderTopRadius="control"
            marginBottom="-1px"
            borderBottom="3px solid transparent"
            _selected={{ color: 'fg', borderBottomColor: 'brand.solid' }}
            _hover={{ color: 'fg' }}
          >
            {tab.label}
          </chakra.button>
        ))}
      </Flex>
      <chakra.div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} paddingTop="6">
        {children}
      </chakra.div>
    </div>
  );
}
