import { useController } from 'react-hook-form';
import { useFieldName } from '../ui/form.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import type { Product } from './shapes.ts';

/** The product of the surrounding FormField; the value is its id, or "" for none. */
export function ProductSelect({ products }: { products: readonly Product[] }) {
  const { field } = useController({ name: useFieldName() });
  const value = String(field.value ?? '');
  return (
    <SelectBox
      options={[
        { value: '', label: 'Escolha um produto' },
        ...products.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={products.some(({ id }) => id === value) ? value : ''}
      onChange={field.onChange}
    />
  );
}
