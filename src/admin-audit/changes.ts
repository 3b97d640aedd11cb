import { parseDecimal } from '#domain/money';
import { SETTING_LABELS } from '#domain/setting-words';
import { formatDay, formatMoment } from '../ui/date.ts';
import { applyMask, type MaskName } from '../ui/mask.ts';
import { FIELD_LABELS, MONEY_FIELDS, VALUE_LABELS } from './change-words.ts';

export type ChangeValue =
  | { kind: 'text'; text: string }
  | { kind: 'money'; decimal: string }
  | { kind: 'none' };

/** One field of an audit row; `from` is null where the row records only a value. */
export type Change = { field: string; label: string; from: ChangeValue | null; to: ChangeValue };

type AuditRow = { action: string; entityId: string | null; changes: string | null };

/** Field by field, in Portuguese. Text that is not the expected JSON is shown as is: the log hides nothing. */
export function changesOf({ action, entityId, changes }: AuditRow): Change[] {
  if (changes === null) return [];
  const read = parsed(changes);
  if (read === null)
    return [{ field: 'changes', label: 'Alterações', from: null, to: { kind: 'text', text: changes } }];
  if (action === 'update_setting' && entityId !== null) {
    const { from, to, ...rest } = read;
    return [settingChange(entityId, from, to), ...changesIn(rest)];
  }
  return changesIn(read);
}

function changesIn(fields: Record<string, unknown>): Change[] {
  return Object.entries(fields).map(([field, value]) => {
    const label = FIELD_LABELS[field] ?? field;
    if (isStep(value)) return { field, label, from: shown(field, value.from), to: shown(field, value.to) };
    return { field, label, from: null, to: shown(field, value) };
  });
}

function settingChange(name: string, from: unknown, to: unknown): Change {
  const labels: Record<string, string> = SETTING_LABELS;
  // A boolean setting is a switch; every other one with a single value is an amount.
  const field = typeof to === 'boolean' ? 'isActive' : 'amount';
  return {
    field: name,
    label: labels[name] ?? name,
    from: shown(field, from),
    to: shown(field, to),
  };
}

function isStep(value: unknown): value is { from: unknown; to: unknown } {
  return isRecord(value) && 'from' in value && 'to' in value;
}

function shown(field: string, value: unknown): ChangeValue {
  if (value === null || value === undefined || value === '') return { kind: 'none' };
  if (MONEY_FIELDS.includes(field) && typeof value === 'string' && parseDecimal(value) !== null)
    return { kind: 'money', decimal: value };
  if (Array.isArray(value))
    return value.length === 0
      ? { kind: 'none' }
      : { kind: 'text', text: value.map((item) => inWords(field, item)).join(', ') };
  return { kind: 'text', text: inWords(field, value) };
}

const MASKS: Record<string, MaskName> = { phone: 'phone', zipCode: 'cep' };

function inWords(field: string, value: unknown): string {
  const known = VALUE_LABELS[field]?.[String(value)];
  if (known !== undefined) return known;
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  const mask = MASKS[field];
  if (mask) return applyMask(mask, text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? formatMoment(text) : text;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
