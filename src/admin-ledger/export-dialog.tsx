import { CsvExportDialog } from '../ui/csv-export-dialog.tsx';
import { exportPath, type LedgerFilters } from './search.ts';

type ExportDialogProps = { filters: LedgerFilters; onClose: () => void };

/** Exactly what is filtered of the ledger, as a table. */
export function ExportDialog({ filters, onClose }: ExportDialogProps) {
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <CsvExportDialog
      title="Exportar lançamentos"
      path={exportPath(filters)}
      name="livro-razao"
      noun={['lançamento', 'lançamentos']}
      failure="Não foi possível exportar os lançamentos"
      onClose={onClose}
    >
      A planilha (CSV) leva{' '}
      {isFiltered ? 'todos os lançamentos filtrados' : 'todos os lançamentos de clientes'}, do mais novo ao
      mais antigo, e não só os que estão na tela. A exportação fica na auditoria, com os filtros usados.
    </CsvExportDialog>
  );
}
