import { CsvExportDialog, countOf } from '../ui/csv-export-dialog.tsx';
import { type AuditFilters, exportPath } from './search.ts';

type ExportDialogProps = {
  filters: AuditFilters;
  /** How many rows the filters match; the file has one more, its own export, where that matches too. */
  total: number | undefined;
  onClose: () => void;
};

const NOUN = ['registro', 'registros'] as const;

/** Exactly what is filtered of the log, as a table. */
export function ExportDialog({ filters, total, onClose }: ExportDialogProps) {
  return (
    <CsvExportDialog
      title="Exportar logs"
      path={exportPath(filters)}
      name="auditoria"
      noun={NOUN}
      failure="Não foi possível exportar os logs"
      total={total}
      onClose={onClose}
    >
      A planilha (CSV) leva tudo o que está filtrado
      {total !== undefined && ` (${countOf(total, NOUN)})`}, com os hashes da corrente. Guarde-a fora desta
      máquina: com ela se prova o que já estava registrado. A própria exportação fica na auditoria.
    </CsvExportDialog>
  );
}
