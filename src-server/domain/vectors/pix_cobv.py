"""Makes pix-cobv.json: what dated charges cost, without this bank's code.

    pip install holidays==0.105 && python3 src-server/domain/vectors/pix_cobv.py > src-server/domain/vectors/pix-cobv.json

Exact fractions, days counted one at a time, Brazil's holidays from the package `holidays` (vacanza). Rules, by their sources:
A  github:bacen/pix-api@1f1b568 openapi.yaml, CobDataDeVencimento: "Sempre que a data de vencimento cair em um fim de semana ou em
   um feriado [...] ela deve ser automaticamente prorrogada para o primeiro dia útil subsequente. Todos os campos que façam
   referência a esta data (`validadeAposVencimento`; `desconto`; `juros` e `multa`) devem assumir essa prorrogação".
B  there, CobVValor: the tables of `modalidade` and the schema; "percentual do valor original do documento" (abatimento).
C  there, CobVOperacaoInvalida: the violations, quoted beside each invalid charge.
D  Manual de Padrões para Iniciação do Pix, equation 11, quoted in issue 607: Vj = (Vo - Va) x ((Ij / 100) / n) x Da.
E  issue 205: "n: 1, 21 ou 252, conforme a taxa de juros seja diária, mensal ou anual" (business days); 1, 30, 365 (calendar days).
F  issue 297: "A multa é sempre aplicada à cobrança começando no próximo dia efetivamente útil e é sempre um valor flat".
G  issue 109: "Não deverá ser realizada a cobrança de juros em dia não útil".
H  issue 412, of the manual: "Sempre que a data limite para desconto cair em um fim de semana ou em um feriado [...] prorrogada".
I  issue 404: no rule of rounding. This bank's: each part half up, percentages of the rounded difference Vo - Va.
J  issue 390, of a limit on a holiday: its discount holds until the day to which it moves. On that day too, though a later limit begins
   to count: this bank's reading, in favour of the payer.
"""

import json
from datetime import date, timedelta
from fractions import Fraction
from math import floor

import holidays

DAY = timedelta(days=1)
# Days on which banks are open although the package lists them as optional holidays of public servants.
OPEN = ("Ash Wednesday", "Public Servant's Day", "Christmas Eve", "New Year's Eve")
LISTED = holidays.country_holidays("BR", categories=("public", "optional"), language="en_US")


def is_open(day):
    return day.weekday() < 5 and (day not in LISTED or LISTED[day] in OPEN)


def moved(day):
    while not is_open(day):
        day += DAY
    return day


def days_in(first, last, only_open):
    """The days after `first` until `last`."""
    count = 0
    while first < last:
        first += DAY
        count += not only_open or is_open(first)
    return count


def cents(reais):
    return floor(reais * 100 + Fraction(1, 2))


def part(rated, base, percent, times=1, period=1):
    value = Fraction(rated["valorPerc"])
    return cents((base * value / 100 if percent else value) * times / period)


def amounts(cobv, day):
    """Rebate, discount, fine, interest and total, in cents."""
    valor = cobv["valor"]
    original = Fraction(valor["original"])
    due = moved(date.fromisoformat(cobv["calendario"]["dataDeVencimento"]))
    rebate = fine = interest = discount = 0
    if "abatimento" in valor:
        rebate = part(valor["abatimento"], original, valor["abatimento"]["modalidade"] == 2)
    base = original - Fraction(rebate, 100)
    if day >= moved(due + DAY):
        if "multa" in valor:
            fine = part(valor["multa"], base, valor["multa"]["modalidade"] == 2)
        if "juros" in valor:
            mode = valor["juros"]["modalidade"]
            period = {1: 1, 2: 1, 3: 30, 4: 365, 5: 1, 6: 1, 7: 21, 8: 252}[mode]
            interest = part(valor["juros"], base, mode not in (1, 5), days_in(due, day, mode >= 5), period)
    if "desconto" in valor and day <= due:
        terms = valor["desconto"]
        mode = terms["modalidade"]
        if mode <= 2:
            holding = [one for one in terms["descontoDataFixa"] if day <= moved(date.fromisoformat(one["data"]))]
            if holding:
                discount = part(min(holding, key=lambda one: one["data"]), base, mode == 2)
        else:
            # From the day of payment, counted, to the due date, not counted.
            early = days_in(day - DAY, due - DAY, mode in (4, 6))
            discount = min(cents(base), part(terms, base, mode >= 5, early))
    return [rebate, discount, fine, interest, cents(base) - discount + fine + interest]


def last_day(cobv):
    calendar = cobv["calendario"]
    due = moved(date.fromisoformat(calendar["dataDeVencimento"]))
    return moved(due + calendar.get("validadeAposVencimento", 30) * DAY)


def made(due, original="123.45", valid=90, **valor):
    return {"calendario": {"dataDeVencimento": due, "validadeAposVencimento": valid}, "valor": {"original": original, **valor}}


def rated(mode, value):
    return {"modalidade": mode, "valorPerc": value}


def until(mode, *limits):
    return {"modalidade": mode, "descontoDataFixa": [{"data": day, "valorPerc": value} for day, value in limits]}


INTEREST = {1: "0.10", 2: "0.33", 3: "1.00", 4: "12.00", 5: "0.10", 6: "0.33", 7: "1.00", 8: "12.00"}
EARLY = {3: "0.50", 4: "0.50", 5: "0.25", 6: "0.25"}
DUE = {
    "2026-03-10": "a Tuesday",
    "2024-02-29": "29 February",
    "2026-01-31": "a Saturday, the 31st",
    "2026-02-14": "the Saturday of Carnival",
    "2026-05-01": "a Friday that is a holiday",
    "2026-12-31": "31 December, the day before a holiday",
    "2023-11-20": "20 November of the last year in which it was no holiday",
    "2028-02-28": "the day before 29 February",
}
LATE = (-1, 0, 1, 3, 4, 31, 60)
BEFORE = (-31, -10, -4, -3, -1, 0, 1)


def cases():
    for due, what in DUE.items():
        for mode, value in INTEREST.items():
            yield f"interest of mode {mode}, due on {what}", "A B D E G I", made(due, juros=rated(mode, value)), LATE
        for mode, value in {1: "15.00", 2: "2.00"}.items():
            yield f"a fine of mode {mode}, due on {what}", "A B F I", made(due, multa=rated(mode, value)), LATE
        for mode, value in EARLY.items():
            yield f"a discount of mode {mode}, due on {what}", "A B I", made(due, desconto=rated(mode, value)), BEFORE
        day = date.fromisoformat(due)
        limits = [(str(day + after * DAY), value) for after, value in ((-10, "30.00"), (-4, "20.00"), (0, "5.00"))]
        for mode in (1, 2):
            yield f"discounts of mode {mode}, due on {what}", "A B H I J", made(due, desconto=until(mode, *limits)), BEFORE
    day, early = "2026-03-10", rated(3, "50.00")
    yield "no terms", "B", made(day), (-9, 0, 22)
    for mode, value in {1: "20.00", 2: "3.33"}.items():
        rebate = rated(mode, value)
        terms = {"multa": rated(2, "2.00"), "juros": rated(3, "1.00"), "desconto": until(2, (day, "1.50"))}
        yield f"a rebate of mode {mode}", "B I", made(day, abatimento=rebate), (-5, 0, 10)
        yield f"a rebate of mode {mode} and all else", "A B D E F H I", made(day, abatimento=rebate, **terms), (-1, 0, 1, 15)
    yield "a discount above what is owed", "B; issue 408: none answers", made(day, desconto=early), (-9, -2, 0)
    yield "discounts in another order", "B J", made(day, desconto=until(1, (day, "5.00"), ("2026-03-02", "9.00"))), (-9, -8, -7, 0)
    yield "half a cent of rebate", "issue 404; I", made(day, "10.00", abatimento=rated(2, "0.05")), (0,)
    yield "30 thousand reais, a day late", "issue 607", made("2024-09-04", "30000.00", juros=rated(3, "1.00")), (0, 1)
    yield "the question of issue 347", "issue 347", made("2021-02-27", "10.00", juros=rated(1, "0.10")), (0, 1, 2, 3)
    weekend = made("2020-11-27", "100.00", juros=rated(1, "1.00"))
    yield "the first example of issue 205", "issue 205", weekend, (0, 1, 2, 3)
    holiday = until(1, ("2021-04-02", "3.00"), ("2021-04-05", "2.00"), ("2021-04-06", "1.00"))
    yield "the holiday of issue 390", "issue 390; its other dates are a picture", made("2021-04-10", desconto=holiday), (-9, -8, -7, -6, -5, -4, -3)
    largest = made(day, "9999999999.99", multa=rated(2, "99.99"), juros=rated(8, "99.99"))
    yield "the largest amount", "B", largest, (0, 1, 60)
    for letter, due, valid in zip("ABCDEFG", "2020-10-20 2020-12-25 2020-12-25 2020-12-25 2020-12-25 2021-08-27 2021-08-28".split(), (4, 0, 1, 3, 4, 5, 5)):
        yield f"example {letter} of validadeAposVencimento", "A", made(due, valid=valid), (0,)


SHAPE = "não respeita o schema"
FULL = "representa um valor maior ou igual ao valor da cobrança original ou maior ou igual a 100%"


def invalid():
    day, limit = "2026-03-10", ("2026-03-01", "5.00")
    three = [("2026-03-01", "5.00"), ("2026-03-02", "4.00"), ("2026-03-03", "3.00")]
    without_due = made(day)
    del without_due["calendario"]["dataDeVencimento"]
    no_day, no_value = until(1, limit), until(1, limit)
    del no_day["descontoDataFixa"][0]["data"], no_value["descontoDataFixa"][0]["valorPerc"]
    yield "without a due date", "required", without_due
    yield "due on 30 February", "format: date", made("2026-02-30")
    yield "due on 29 February of no leap year", "format: date", made("2026-02-29")
    yield "valid for less than no days", "validadeAposVencimento é menor do que zero", made(day, valid=-1)
    yield "of nothing", "valor.original apresenta o valor zero", made(day, "0.00")
    yield "of less than nothing", SHAPE, made(day, "-1.00")
    for value in ("12345678901.00", "123", "123.4", "123,45"):
        yield f"of {value}", SHAPE, made(day, value)
    for name, modes in {"multa": (0, 3), "juros": (0, 9), "abatimento": (0, 3), "desconto": (0, 7)}.items():
        for mode in modes:
            yield f"with {name} of mode {mode}", "minimum, maximum", made(day, **{name: rated(mode, "1.00")})
        for value in ("-1.00", "1", "1.0", "1.000", "1,00", "", "1e1.00", "12345678901.00"):
            mode = 3 if name == "desconto" else 1
            yield f"with {name} of {value or 'an empty text'}", SHAPE, made(day, **{name: rated(mode, value)})
        yield f"with {name} without a value", "required", made(day, **{name: {"modalidade": 3 if name == "desconto" else 1}})
        yield f"with {name} without a mode", "required", made(day, **{name: {"valorPerc": "1.00"}})
    for mode, value in ((1, "123.45"), (1, "123.46"), (2, "100.00"), (2, "100.01")):
        yield f"with a rebate of mode {mode} of {value}", FULL, made(day, abatimento=rated(mode, value))
        yield f"with a discount of mode {mode} of {value}", FULL, made(day, desconto=until(mode, (limit[0], value)))
    for mode, value in ((3, "123.45"), (4, "200.00"), (5, "100.00"), (6, "250.00")):
        yield f"with a discount of mode {mode} of {value}", FULL, made(day, desconto=rated(mode, value))
    yield "with a discount after its due date", "data seja posterior à data de vencimento", made(day, desconto=until(1, ("2026-03-11", "1.00")))
    yield "with four discounts", "maxItems: 3", made(day, desconto=until(1, *three, ("2026-03-04", "2.00")))
    yield "with one discount twice", "uniqueItems", made(day, desconto=until(2, limit, limit))
    yield "with two discounts until one day", "this bank's: which one counts is not said", made(day, desconto=until(1, limit, (limit[0], "4.00")))
    yield "with a discount until no day", "descontoDataFixa está vazio ou nulo", made(day, desconto=until(1))
    yield "with a discount without its day", "required", made(day, desconto=no_day)
    yield "with a discount without its value", "required", made(day, desconto=no_value)
    for mode in (1, 2):
        yield f"with a discount of mode {mode} without days", "descontoDataFixa está vazio ou nulo", made(day, desconto=rated(mode, "5.00"))
        both = {**until(mode, limit), "valorPerc": "5.00"}
        yield f"with a discount of mode {mode} with a value", "valorPerc encontra-se preenchido", made(day, desconto=both)
    for mode in (3, 4, 5, 6):
        yield f"with a discount of mode {mode} with days", "descontoDataFixa está preenchido", made(day, desconto={**until(mode, limit), "valorPerc": "5.00"})
        yield f"with a discount of mode {mode} until a day", "valorPerc não está preenchido", made(day, desconto=until(mode, limit))


def line(title, source, cobv, **more):
    return json.dumps({"title": title, "source": source, "cobv": cobv, **more}, ensure_ascii=False, separators=(",", ":"))


def main():
    valid = []
    for title, source, cobv, after in cases():
        due = date.fromisoformat(cobv["calendario"]["dataDeVencimento"])
        days = {str(due + n * DAY): amounts(cobv, due + n * DAY) for n in after}
        valid.append(line(title, source, cobv, last=str(last_day(cobv)), days=days))
    wrong = [line(title, source, cobv) for title, source, cobv in invalid()]
    assert len(set(valid)) == len(valid) and len(set(wrong)) == len(wrong)
    print('{"valid": [\n ' + ",\n ".join(valid) + '\n], "invalid": [\n ' + ",\n ".join(wrong) + "\n]}")


main()
