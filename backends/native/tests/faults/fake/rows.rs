//! Gets and writes.

use bytes::Bytes;
use hbase_backend::{CellBlock, Row};
use hbase_rpc::message::{
    Action, GetRequest, GetResponse, MultiRequest, MultiResponse, MutateRequest, MutateResponse,
    MutationProto, MutationType, RegionAction, RegionActionResult, RegionSpecifier,
    ResultOrException, RowResult,
};
use hbase_rpc::{CellReader, Request};

use super::cluster::{Conditions, State, put};
use super::meta::is_meta;
use super::region::Region;
use super::script::Thrown;
use super::server::response;

/// A result, whose cells are appended to a response's.
type Outcome = Result<RowResult, Thrown>;

impl State {
    /// The region of a request, if this host serves it.
    pub(super) fn serving(&self, host: &str, region: &RegionSpecifier) -> Result<Region, Thrown> {
        let mut regions = self.regions.iter().filter(|_| !self.is_disabled);
        let found = regions.find(|known| known.name() == region.value && known.server == host);
        found.cloned().ok_or_else(Thrown::not_serving)
    }

    pub(super) fn get(&mut self, host: &str, request: &Request) -> Result<Bytes, Thrown> {
        let id = request.header.call_id();
        let asked: GetRequest = message(request);
        if is_meta(&asked.region.value) {
            return self.table_state(host, id);
        }
        let region = self.serving(host, &asked.region)?;
        let mut cells = Vec::new();
        let result = Some(self.row(&region, &asked.get.row, &mut cells)?);
        Ok(response(id, &GetResponse { result }, &cells))
    }

    pub(super) fn mutate(&mut self, host: &str, request: &Request) -> Result<Bytes, Thrown> {
        let asked: MutateRequest = message(request);
        let region = self.serving(host, &asked.region)?;
        let mut given = CellReader::new(request.cells.clone());
        let mut cells = Vec::new();
        let group = asked.nonce_group();
        let result = if let Some(known) = self.remembered(host, group, &asked.mutation) {
            cells.extend_from_slice(&known);
            let now = self.rows.get(asked.mutation.row()).cloned();
            self.remember(host, group, &asked.mutation, &now.unwrap_or_default());
            of_cells(Row::from_trusted(known).cells().count())
        } else {
            let written = self.write(&region, &asked.mutation, &mut given, &mut cells)?;
            self.remember(host, group, &asked.mutation, &cells);
            written
        };
        let (result, processed) = (Some(result), Some(true));
        Ok(response(
            request.header.call_id(),
            &MutateResponse { result, processed },
            &cells,
        ))
    }

    pub(super) fn multi(&mut self, host: &str, request: &Request) -> Bytes {
        let asked: MultiRequest = message(request);
        let mut given = CellReader::new(request.cells.clone());
        let mut cells = Vec::new();
        let actions = asked.region_action.iter();
        let results = actions.map(|action| self.of_region(host, action, &mut given, &mut cells));
        let region_action_result = results.collect();
        let processed = None;
        let done = MultiResponse {
            region_action_result,
            processed,
        };
        response(request.header.call_id(), &done, &cells)
    }

    fn of_region(
        &mut self,
        host: &str,
        asked: &RegionAction,
        given: &mut CellReader,
        cells: &mut Vec<u8>,
    ) -> RegionActionResult {
        let serving = self.serving(host, &asked.region);
        let serving = serving.and_then(|region| self.check_region(&region.start).map(|()| region));
        let region = match serving {
            Ok(region) => region,
            Err(thrown) => {
                pass_over(asked, given);
                let exception = Some(thrown.into());
                return RegionActionResult {
                    exception,
                    ..RegionActionResult::default()
                };
            }
        };
        match asked
            .condition
            .as_ref()
            .filter(|_| self.conditions == Conditions::Checked)
        {
            None => RegionActionResult {
                result_or_exception: self.act_all(&region, asked, given, cells),
                ..RegionActionResult::default()
            },
            Some(condition) if self.holds(condition) => {
                let results = self.act_all(&region, asked, given, cells);
                // A server throws for the whole region action, and reports the condition otherwise.
                let thrown = results.into_iter().find_map(|result| result.exception);
                RegionActionResult {
                    exception: thrown,
                    ..processed(asked, true)
                }
            }
            Some(_) => {
                pass_over(asked, given);
                processed(asked, false)
            }
        }
    }

    fn act_all(
        &mut self,
        region: &Region,
        asked: &RegionAction,
        given: &mut CellReader,
        cells: &mut Vec<u8>,
    ) -> Vec<ResultOrException> {
        let results = asked.action.iter().zip(0..).map(|(action, position)| {
            let done = if position < self.most_actions {
                self.act(region, action, given, cells)
            } else {
                Err(Thrown::new("MultiActionResultTooLarge", "too large"))
            };
            let (result, exception) = match done {
                Ok(result) => (Some(result), None),
                Err(thrown) => (None, Some(thrown.into())),
            };
            ResultOrException {
                index: action.index,
                result,
                exception,
            }
        });
        results.collect()
    }

    fn act(
        &mut self,
        region: &Region,
        action: &Action,
        given: &mut CellReader,
        cells: &mut Vec<u8>,
    ) -> Outcome {
        match (&action.get, &action.mutation) {
            (Some(get), _) => self.row(region, &get.row, cells),
            (None, Some(mutation)) => self.write(region, mutation, given, cells),
            (None, None) => panic!("an action of nothing"),
        }
    }

    fn row(&self, region: &Region, row: &[u8], cells: &mut Vec<u8>) -> Outcome {
        check_row(region, row)?;
        let block = self.rows.get(row).cloned().unwrap_or_default();
        let count = Row::from_trusted(block.clone()).cells().count();
        cells.extend_from_slice(&block);
        Ok(of_cells(count))
    }

    fn write(
        &mut self,
        region: &Region,
        mutation: &MutationProto,
        given: &mut CellReader,
        cells: &mut Vec<u8>,
    ) -> Outcome {
        let row = given.next_row(count_of(mutation)).expect("whole cells");
        check_row(region, mutation.row())?;
        self.check_write(mutation.row())?;
        if mutation.mutate_type() != MutationType::Increment {
            let row = row.expect("a cell");
            self.rows
                .insert(mutation.row().to_vec(), row.as_block().clone());
            return Ok(RowResult::default());
        }
        assert!(row.is_none(), "an increment in the cell block");
        let counter = &mutation.column_value[0].qualifier_value[0];
        let amount = number(counter.value());
        let key = mutation.row().to_vec();
        let known = self.rows.get(&key).cloned().map(Row::from_trusted);
        let known = known.and_then(|row| row.value(b"f", counter.qualifier()).map(number));
        let sum = amount + known.unwrap_or(0);
        let mut block = CellBlock::new();
        block
            .push(put(&key, counter.qualifier(), &sum.to_be_bytes()))
            .expect("a small cell");
        let block = block.take();
        cells.extend_from_slice(&block);
        self.rows.insert(key, block);
        self.increments += 1;
        Ok(of_cells(1))
    }
}

/// Skips the cells of actions that are not carried out.
fn pass_over(asked: &RegionAction, given: &mut CellReader) {
    let mutations = asked.action.iter();
    for mutation in mutations.filter_map(|action| action.mutation.as_ref()) {
        let _ = given.next_row(count_of(mutation));
    }
}

/// The result of a region action with a condition.
fn processed(asked: &RegionAction, held: bool) -> RegionActionResult {
    let results = asked
        .action
        .iter()
        .zip(0..)
        .map(|(_, index)| ResultOrException {
            index: Some(index),
            ..ResultOrException::default()
        });
    RegionActionResult {
        result_or_exception: results.collect(),
        exception: None,
        processed: Some(held),
    }
}

fn check_row(region: &Region, row: &[u8]) -> Result<(), Thrown> {
    if region.contains(row) {
        return Ok(());
    }
    Err(Thrown::new(
        "regionserver.WrongRegionException",
        "out of the region's range",
    ))
}

/// The response to an increment, with a cell that was not requested.
pub(super) fn other_cell(id: u32, row: &[u8], qualifier: &[u8]) -> Bytes {
    let mut block = CellBlock::new();
    let value = 7_i64.to_be_bytes();
    let pushed = block.push(put(row, qualifier, &value));
    pushed.expect("a small cell");
    let result = Some(of_cells(1));
    let processed = Some(true);
    response(id, &MutateResponse { result, processed }, &block.take())
}

fn number(value: &[u8]) -> i64 {
    i64::from_be_bytes(value.try_into().expect("8 bytes"))
}

fn count_of(mutation: &MutationProto) -> usize {
    usize::try_from(mutation.associated_cell_count()).expect("a count")
}

fn of_cells(count: usize) -> RowResult {
    RowResult {
        associated_cell_count: Some(i32::try_from(count).expect("few cells")),
        ..RowResult::default()
    }
}

pub(super) fn message<Q: prost::Message + Default>(request: &Request) -> Q {
    hbase_rpc::decode(request.message.clone()).expect("a request of this method")
}
